import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import routes from "../../../app/routes";
import {
  apartPathFiles,
  architecturePage,
  pathFile,
  privatePathFile,
  schemaIndex,
} from "../../../dev/structure/generated-files";
import { textFiles } from "../../../dev/structure/text-files";
import { ROOT } from "../../support/sources";

const FILES = [
  pathFile(routes),
  ...apartPathFiles(routes),
  privatePathFile(routes),
  ...textFiles(ROOT, routes),
  schemaIndex(ROOT),
  architecturePage(ROOT),
];

test.each(FILES)("$path is as it is generated", ({ path, text }) => {
  const file = join(ROOT, path);
  if (process.env.UPDATE_DOCS === "1") writeFileSync(file, text);
  else expect(existsSync(file) && readFileSync(file, "utf8"), "npm run generate").toBe(text);
});
