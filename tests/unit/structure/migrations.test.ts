import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type DrizzleSQLiteSnapshotJSON,
  generateSQLiteDrizzleJson,
  generateSQLiteMigration,
} from "drizzle-kit/api";
import { expect, test } from "vitest";
import * as schema from "../../../db/schema";
import { readMigrations } from "../../../dev/run/migrate";
import { DISPENSABLE_INDEXES, tightenings } from "../../../dev/run/upgrade";
import { ROOT } from "../../support/sources";

test("the one snapshot is that of the last migration, and of the schema", async () => {
  const meta = join(ROOT, "migrations/meta");
  const read = (name: string) => JSON.parse(readFileSync(join(meta, name), "utf8"));
  const tags = read("_journal.json").entries.map(({ tag }: { tag: string }) => tag);
  expect(tags.map((tag: string) => `${tag}.sql`)).toEqual(readMigrations().map(({ name }) => name));
  const last = `${tags.at(-1).slice(0, 4)}_snapshot.json`;
  const hint = "CONTRIBUTING.md says what to do with migrations after a rebase";
  expect(readdirSync(meta).sort(), hint).toEqual([last, "_journal.json"]);
  const kept: DrizzleSQLiteSnapshotJSON = read(last);
  const missing = await generateSQLiteMigration(kept, await generateSQLiteDrizzleJson(schema));
  expect(missing, "npm run db:generate").toEqual([]);
});

/** The first migration that only adds: those before it may recreate tables. */
const FIRST = "0025";

// spec: command.migrations
test("migrations only add, so that the version that runs meanwhile goes on", () => {
  const migrations = readMigrations().filter(({ name }) => name >= FIRST);
  const hint = "what goes, goes a release later: see docs/operations.md, Migrations only add";
  // Each by itself: two of them can belong to two releases.
  expect(
    migrations.flatMap((one) => tightenings([one])),
    hint,
  ).toEqual([]);
});

test("an index that may go at once held no rule, and no statement names it", () => {
  const migrations = readMigrations().flatMap(({ statements }) => statements);
  const named = readdirSync(join(ROOT, "db"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => readFileSync(join(ROOT, "db", path), "utf8"))
    .flatMap((source) => [...source.matchAll(/INDEXED BY (\w+)/g)].map(([, name]) => name));
  expect(named).toContain("active_by_ranked");
  for (const index of DISPENSABLE_INDEXES) {
    const created = migrations.filter((one) => one.includes(`INDEX \`${index}\` ON`));
    expect(created, index).toHaveLength(1);
    expect(created[0]).toMatch(/^CREATE INDEX /);
    expect(named).not.toContain(index);
  }
});

const found = (...statements: string[]) =>
  tightenings([{ name: "0099_x.sql", statements }]).map((line) =>
    line.slice("0099_x.sql: ".length),
  );

test.each([
  "DROP TABLE `orders`",
  "DROP INDEX IF EXISTS orders_by_buyer",
  "DROP TRIGGER ledger_added",
  "ALTER TABLE `orders` DROP COLUMN `signature`",
  "ALTER TABLE orders RENAME TO sales",
  "ALTER TABLE `orders` RENAME COLUMN `signature` TO `first_signature`",
  "ALTER TABLE `orders` ADD `kind` text NOT NULL",
  "ALTER TABLE orders ADD COLUMN kind text DEFAULT 'a' CHECK (kind <> status)",
  "CREATE UNIQUE INDEX `orders_one` ON `orders` (`buyer_uid`,`product_id`)",
  "-- a comment\nCREATE TRIGGER x BEFORE INSERT ON orders BEGIN SELECT RAISE(ABORT, 'no'); END",
])("%s is found", (statement) => {
  expect(found(statement)).toHaveLength(1);
});

test("a trigger that refuses what the old version may write beside a new column is found", () => {
  const add = "ALTER TABLE `orders` ADD `kind` text";
  const when = (condition: string) =>
    `CREATE TRIGGER x BEFORE UPDATE ON orders WHEN ${condition} BEGIN SELECT RAISE(ABORT, 'no'); END`;
  const refusing = ["new.at = 1 OR new.at = 2 AND new.kind IS NOT NULL", "new.kind IS NULL"];
  for (const condition of [...refusing, "new.at = 1 AND new.status IS NOT NULL"])
    expect(found(add, when(condition)), condition).toHaveLength(1);
});

test("what only adds is not found", () => {
  const statements = [
    "CREATE TABLE `extra` (`id` text PRIMARY KEY NOT NULL, `uid` text UNIQUE, CHECK (uid <> ''))",
    "CREATE UNIQUE INDEX `extra_one` ON `extra` (`uid`)",
    "ALTER TABLE `extra` RENAME COLUMN `uid` TO `owner`",
    "ALTER TABLE `orders` ADD `kind` text",
    "ALTER TABLE `orders` ADD `at` integer DEFAULT 0 NOT NULL",
    "ALTER TABLE `orders` ADD `both` text GENERATED ALWAYS AS (id || 'DROP TABLE x') VIRTUAL NOT NULL",
    "CREATE UNIQUE INDEX `orders_kind` ON `orders` (`kind`) WHERE kind IS NOT NULL",
    "CREATE INDEX orders_by_at ON orders (at)",
    "DROP TRIGGER ledger_added",
    "CREATE TRIGGER ledger_added AFTER INSERT ON ledger BEGIN UPDATE extra SET uid = ''; END",
    "UPDATE orders SET kind = 'CREATE UNIQUE INDEX a ON orders (b)'",
    "CREATE TRIGGER kept BEFORE UPDATE OF at ON orders WHEN new.at = 1 AND new.kind IS NOT NULL BEGIN SELECT RAISE(ABORT, 'no'); END",
    "CREATE TRIGGER extra_kept BEFORE DELETE ON extra BEGIN SELECT RAISE(ABORT, 'no'); END",
  ];
  expect(found(...statements)).toEqual([]);
});

test("the renames of the migrations before are found", () => {
  const [fieldTerms] = readMigrations().filter(({ name }) => name.startsWith("0005"));
  expect(fieldTerms && tightenings([fieldTerms])).not.toEqual([]);
});
