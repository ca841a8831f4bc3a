import { sql } from "drizzle-orm";
import type { Db } from "../client";

/**
 * Which of the migrations that this version needs the database does not have. `wrangler d1
 * migrations` and the start command record them in one table.
 *
 * @param needed tags, as in `migrations/meta/_journal.json`
 */
export function migrationsIn(db: Db, needed: readonly string[]) {
  return {
    async missing(): Promise<string[]> {
      const names = new Set(await readApplied(db));
      return needed.filter((tag) => !names.has(`${tag}.sql`));
    },
  };
}

async function readApplied(db: Db): Promise<string[]> {
  const [table] = await db.all(
    sql`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'd1_migrations'`,
  );
  if (!table) return [];
  const rows = await db.all<{ name: string }>(sql`SELECT name FROM d1_migrations`);
  return rows.map(({ name }) => name);
}
