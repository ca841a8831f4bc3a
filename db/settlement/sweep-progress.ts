import { eq } from "drizzle-orm";
import type { Db } from "../client";
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
  };
}
