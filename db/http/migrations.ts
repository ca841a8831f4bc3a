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
      const applied = await db.all<{ name: string }>(sql`SELECT name FROM d1_migrations`);
      const names = new Set(applied.map(({ name }) => name));
      return needed.filter((tag) => !names.has(`${tag}.sql`));
    },
  };
}
