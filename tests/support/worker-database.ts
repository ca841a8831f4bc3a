/**
 * Runs inside workerd before each test file: empties the storage that the files share, migrates the
 * database and resets the clock. `reset` of the test runner races with work of the file before.
 */
import { env, SELF } from "cloudflare:test";
import { beforeAll } from "vitest";
import { setDateOffset, stopDate } from "./clock/date-offset";
import "./worker-prototypes";

// Before the test file is imported, whose constants may read the clock.
setDateOffset(0);
stopDate(false);

beforeAll(async () => {
  await Promise.all([dropTables(), emptyBucket()]);
  // In one transaction: no row exists that a migration could refuse.
  const statements = env.TEST_MIGRATIONS.flatMap((migration) => migration.statements);
  // As wrangler records them: the Worker is closed while one is missing.
  statements.push("CREATE TABLE d1_migrations (name TEXT UNIQUE)");
  for (const { name } of env.TEST_MIGRATIONS) {
    statements.push(`INSERT INTO d1_migrations (name) VALUES ('${name}')`);
  }
  await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
  // The first request of an isolate asks for the schema: tests count what theirs ask.
  await SELF.fetch("http://localhost/robots.txt", { headers: { Host: "localhost" } });
});

async function dropTables(): Promise<void> {
  const { results } = await env.DB.prepare(
    `SELECT name, sql LIKE 'CREATE VIRTUAL%' AS virtual FROM sqlite_master
     WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'`,
  ).all<{ name: string; virtual: number }>();
  const virtual = results.filter((table) => table.virtual).map(({ name }) => name);
  // Dropping a virtual table drops its shadow tables.
  const others = results
    .map(({ name }) => name)
    .filter((name) => !virtual.some((one) => name.startsWith(one)));
  await env.DB.batch([
    env.DB.prepare("PRAGMA defer_foreign_keys = true"),
    ...[...virtual, ...others].map((name) => env.DB.prepare(`DROP TABLE "${name}"`)),
  ]);
}

async function emptyBucket(): Promise<void> {
  for (;;) {
    const { objects } = await env.FILES.list();
    if (objects.length === 0) return;
    await env.FILES.delete(objects.map(({ key }) => key));
  }
}
