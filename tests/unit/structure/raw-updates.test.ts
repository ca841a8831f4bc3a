import { expect, test } from "vitest";
import { filesUnder, readText } from "../../support/sources";

/** What the factories write with, and the unit tests, which have no database. */
const FREE = /^tests\/(support\/(factories\/|rows\.ts)|unit\/)/;

/** A statement at the start of a text or after another one, and Drizzle's `update(table).set(…)`. */
const UPDATE = /["'`;]\s*UPDATE\s(?=\s*(OR\s|["\w$]))|\.update\([^()]*\)\s*\.set\(/g;

test("the tests change rows by the factories", () => {
  const found = filesUnder(["tests"], /\.tsx?$/)
    .filter((path) => !FREE.test(path))
    .flatMap((path) => updatesIn(readText(path), path));
  expect(found).toEqual([]);
});

test("an UPDATE in any of its forms is found, and no other call of `update`", () => {
  const source = [
    'await sql(app, "UPDATE users SET plan = 1");',
    "db.prepare(`UPDATE $" + "{table} SET a = 1`)",
    "db.prepare(`DELETE FROM a; UPDATE OR IGNORE b SET c = 1`)",
    "db.prepare(`\n  UPDATE media SET a = 1`)",
    "await openDb(env.DB).update(orders)\n  .set({ status })",
    'hash.update("x"); await products.update({ id }, terms); texts.filter(/^UPDATE/m)',
  ];
  expect(source.map((text) => updatesIn(text, "x").length)).toEqual([1, 1, 1, 1, 1, 0]);
});

function updatesIn(text: string, path: string): string[] {
  return [...text.matchAll(UPDATE)].map(
    ({ index }) => `${path}:${text.slice(0, index).split("\n").length}`,
  );
}
