import { and, desc, eq, isNull } from "drizzle-orm";
import type { Purchases } from "../app/ports/payments";
import type { Db } from "./client";
import { purchases } from "./schema";

export function purchasesIn(db: Db): Purchases {
  const live = (uid: string, productId: string) =>
    and(eq(purchases.uid, uid), eq(purchases.productId, productId), isNull(purchases.revokedAt));

  return {
    async find(uid, productId) {
      const row = await db.select().from(purchases).where(live(uid, productId)).get();
      return row ?? null;
    },

    async byBuyer(uid, limit) {
      return db
        .select()
        .from(purchases)
        .where(and(eq(purchases.uid, uid), isNull(purchases.revokedAt)))
        .orderBy(desc(purchases.createdAt))
        .limit(limit);
    },

    async markRefresh(uid, productId, at) {
      await db.update(purchases).set({ refreshRequestedAt: at }).where(live(uid, productId));
    },
  };
}
