import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ACCESS } from "../../../app/http/access";
import routes from "../../../app/routes";
import { accessTable } from "../../support/access/table";
import { routePaths } from "../../support/route-paths";

const ids = routePaths(routes).map(({ id }) => id);

test("every route says who may come", () => {
  const undeclared = ids.filter((id) => !(id in ACCESS));
  const hint = "say who may come to these in app/http/access.ts: until then nobody may";
  expect(undeclared, hint).toEqual([]);
});

test("nothing is declared that is no route", () => {
  expect(Object.keys(ACCESS).filter((id) => !ids.includes(id))).toEqual([]);
});

test("no two routes share an id, and none goes by the path of its file", () => {
  expect(ids.filter((id, at) => ids.indexOf(id) !== at || !/^[a-z-]+$/.test(id))).toEqual([]);
});

test("routes have no routes below them: their guard would not be the leaf's", () => {
  expect(routes.filter(({ children }) => children?.length)).toEqual([]);
});

const UPDATE = "UPDATE_DOCS=1 npx vitest run --project unit tests/unit/http/access.test.ts";

test("the security page has this very table", () => {
  const path = join(import.meta.dirname, "../../../docs/security.md");
  const page = readFileSync(path, "utf8");
  const fresh = page.replace(/\| address \|[\s\S]*?(?=\n\n)/, () => accessTable());
  if (process.env.UPDATE_DOCS === "1") writeFileSync(path, fresh);
  else expect(page, `write it by: ${UPDATE}`).toBe(fresh);
});
