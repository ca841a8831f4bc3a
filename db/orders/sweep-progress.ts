import { eq } from "drizzle-orm";
import type { SweepProgress } from "../../app/orders/ports";
import type { Db } from "../client";
import { sweepProgress } from "../schema/index";

export function sweepProgressIn(db: Db): SweepProgress {
  return {
    async read(name) {
      const row = await db
        .select({ cursor: sweepProgress.cursor })
        .from(sweepProgress)
        .where(eq(sweepProgress.name, name))
        .get();
      return row?.cursor ?? null;
    },

    async write(name, cursor, at) {
      await db
        .insert(sweepProgress)
        .values({ name, cursor, updatedAt: at })
        .onConflictDoUpdate({ target: sweepProgress.name, set: { cursor, updatedAt: at } });
    },
  };
}
