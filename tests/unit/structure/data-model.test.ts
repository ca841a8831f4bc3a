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

/** Names of the tables of each file of the schema. */
const SUBJECTS = Object.values(
  import.meta.glob<Record<string, unknown>>(["../../../db/schema/*.ts", "!**/index.ts"], {
    eager: true,
  }),
).map((file) =>
  Object.values(file)
    .filter((value) => is(value, SQLiteTable))
    .map(getTableName),
);
const tables = new Map<string, SQLiteTable>(
  Object.values(schema)
    .filter((value) => is(value, SQLiteTable))
    .map((table) => [getTableName(table), table]),
);

/** Table names of a diagram, in its order. */
const drawn = (diagram: string) =>
  [...diagram.matchAll(/^ {2}(\w+) \{$/gm)].map(([, name = ""]) => name);

/** The diagram of a table that is not drawn: that of another table of its subject, else the last one. */
function diagramOf(name: string, diagrams: readonly string[][]): number {
  const inSubject = SUBJECTS.find((subject) => subject.includes(name)) ?? [];
  const at = diagrams.findIndex((names) => names.some((other) => inSubject.includes(other)));
  return at < 0 ? diagrams.length - 1 : at;
}

test("the data model draws every table with its columns, keys and references", () => {
  const page = readFileSync(PATH, "utf8");
  const diagrams = [...page.matchAll(DIAGRAM)].map(([, diagram = ""]) => drawn(diagram));
  const isDrawn = new Set(diagrams.flat());
  for (const name of tables.keys()) {
    if (!isDrawn.has(name)) diagrams[diagramOf(name, diagrams)]?.push(name);
  }
  let at = 0;
  const fresh = page.replace(DIAGRAM, () => {
    const shown = (diagrams[at++] ?? []).flatMap((name) => tables.get(name) ?? []);
    const lines = [...shown.map(entityOf), ...shown.flatMap(relationsOf)];
    return `\`\`\`mermaid\nerDiagram\n${lines.map((line) => `  ${line}\n`).join("")}\`\`\``;
  });
  if (process.env.UPDATE_DOCS === "1") writeFileSync(PATH, fresh);
  else expect(page, `write it by: ${UPDATE}`).toBe(fresh);
});
