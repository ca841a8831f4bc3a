// Applies migrations as wrangler does: a start must not load wrangler, which takes seconds.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./paths";

/** The table of `wrangler d1 migrations`, so that both can be used on one database. */
const TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;
const BREAKPOINT = "--> statement-breakpoint";

export interface Migration {
  name: string;
  statements: string[];
}

export function readMigrations(folder = join(ROOT, "migrations")): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => ({ name, statements: statementsOf(readFileSync(join(folder, name), "utf8")) }));
}

/** Names of the applied migrations; empty for a database without any. Writes nothing. */
export async function appliedMigrations(db: D1Database): Promise<Set<string>> {
  const table = await db
    .prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'd1_migrations'")
    .first();
  if (!table) return new Set();
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  return new Set(results.map(({ name }) => name));
}

/** Names of the migrations that the database lacks. Writes nothing. */
export async function missingMigrations(
  db: D1Database,
  migrations = readMigrations(),
): Promise<string[]> {
  const applied = await appliedMigrations(db);
  return migrations.map(({ name }) => name).filter((name) => !applied.has(name));
}

/** Applies the missing migrations in one transaction. Returns their names. */
export async function migrate(db: D1Database, migrations = readMigrations()): Promise<string[]> {
  await db.prepare(TABLE).run();
  const done = await appliedMigrations(db);
  const missing = migrations.filter(({ name }) => !done.has(name));
  if (missing.length === 0) return [];
  await db.batch(
    missing.flatMap(({ name, statements }) => [
      ...statements.map((statement) => db.prepare(statement)),
      db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
    ]),
  );
  return missing.map(({ name }) => name);
}

function statementsOf(sql: string): string[] {
  return sql
    .split(BREAKPOINT)
    .map((statement) => statement.trim())
    .filter(Boolean);
}
