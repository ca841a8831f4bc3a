import { eq, sql } from "drizzle-orm";
import type { Db } from "../client";
import { insertWhere } from "../insert-where";
import { sweepProgress } from "../schema/index";

export type SweepProgress = ReturnType<typeof sweepProgressIn>;

/** How far a sweep has come, by name; a sweep that starts anew reads again what it read before. */
export function sweepProgressIn(db: Db) {
  return {
    async read(name: string): Promise<string | null> {
      const row = await db
        .select({ cursor: sweepProgress.cursor })
        .from(sweepProgress)
        .where(eq(sweepProgress.name, name))
        .get();
      return row?.cursor ?? null;
    },

    async write(name: string, cursor: string, at: number): Promise<void> {
      await db
        .insert(sweepProgress)
        .values({ name, cursor, updatedAt: at })
        .onConflictDoUpdate({ target: sweepProgress.name, set: { cursor, updatedAt: at } });
    },

    /**
     * Writes the progress of a run that has read `before`. Has no effect where another one stands by now:
     * the database may have been replaced by an older copy, whose payments are to be read again.
     */
    async replace(name: string, before: string | null, cursor: string, at: number): Promise<void> {
      const isSame = sql`(SELECT cursor FROM ${sweepProgress} WHERE name = ${name}) IS ${before}`;
      await db.run(sql`${insertWhere(sweepProgress, { name, cursor, updatedAt: at }, isSame)}
        ON CONFLICT (name) DO UPDATE SET cursor = excluded.cursor, updated_at = excluded.updated_at`);
    },
  };
}
