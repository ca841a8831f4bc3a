import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import * as schema from "../../../db/schema/index";
import { entityOf, relationsOf } from "../../support/data-model";
import { ROOT } from "../../support/sources";

const PATH = join(ROOT, "docs/data-model.md");
const UPDATE = "UPDATE_DOCS=1 npx vitest run tests/unit/structure/data-model.test.ts";
const DIAGRAM = /```mermaid\nerDiagram\n([\s\S]*?)```/g;

const tables = new Map<string, SQLiteTable>(
  Object.values(schema)
    .filter((value) => is(value, SQLiteTable))
    .map((table) => [getTableName(table), table]),
);

/** Table names of a diagram, in its order. */
const drawn = (diagram: string) =>
  [...diagram.matchAll(/^ {2}(\w+) \{$/gm)].map(([, name = ""]) => name);

test("the data model draws every table once", () => {
  const page = readFileSync(PATH, "utf8");
  const names = [...page.matchAll(DIAGRAM)].flatMap(([, diagram = ""]) => drawn(diagram));
  const hint =
    "write `  name {` and `  }` into a diagram of docs/data-model.md; the next test fills it";
  expect(names.sort(), hint).toEqual([...tables.keys()].sort());
});

test("its columns, keys and references match the schema", () => {
  const page = readFileSync(PATH, "utf8");
  const fresh = page.replace(DIAGRAM, (_, diagram: string) => {
    const shown = drawn(diagram).flatMap((name) => tables.get(name) ?? []);
    const lines = [...shown.map(entityOf), ...shown.flatMap(relationsOf)];
    return `\`\`\`mermaid\nerDiagram\n${lines.map((line) => `  ${line}\n`).join("")}\`\`\``;
  });
  if (process.env.UPDATE_DOCS === "1") writeFileSync(PATH, fresh);
  else expect(page, `write it by: ${UPDATE}`).toBe(fresh);
});
