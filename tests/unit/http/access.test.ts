import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ACCESS } from "../../../app/http/access";
import routes from "../../../app/routes";
import { accessTable } from "../../support/access/table";
import { routePaths } from "../../support/route-paths";

const ids = routePaths(routes).map(({ id }) => id);

// spec: json.access
test("every route declares its access", () => {
  const undeclared = ids.filter((id) => !(id in ACCESS));
  const message = "declare access in app/http/access.ts; undeclared routes are refused";
  expect(undeclared, message).toEqual([]);
});

test("every declaration belongs to a route", () => {
  expect(Object.keys(ACCESS).filter((id) => !ids.includes(id))).toEqual([]);
});

// spec: route.sell-twice
test("route ids are unique and explicit", () => {
  expect(ids.filter((id, at) => ids.indexOf(id) !== at || !/^[a-z-]+$/.test(id))).toEqual([]);
});

test("routes are not nested: a guard would not be the leaf's", () => {
  expect(routes.filter(({ children }) => children?.length)).toEqual([]);
});

const UPDATE = "UPDATE_DOCS=1 npx vitest run tests/unit/http/access.test.ts";

test("the security page has the access table", () => {
  const path = join(import.meta.dirname, "../../../docs/security.md");
  const page = readFileSync(path, "utf8");
  const fresh = page.replace(/\| address \|[\s\S]*?(?=\n\n)/, () => accessTable());
  if (process.env.UPDATE_DOCS === "1") writeFileSync(path, fresh);
  else expect(page, `write it by: ${UPDATE}`).toBe(fresh);
});
