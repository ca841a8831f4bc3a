import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import routes from "../../../app/routes";
import { pathFiles } from "../../../dev/structure/generated-files";
import { ROOT } from "../../support/sources";

test.each([...pathFiles(routes)])("$path is as it is generated", ({ path, text }) => {
  const file = join(ROOT, path);
  if (process.env.UPDATE_DOCS === "1") writeFileSync(file, text);
  else expect(existsSync(file) && readFileSync(file, "utf8"), "npm run generate").toBe(text);
});
