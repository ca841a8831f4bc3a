import { and, desc, eq, isNull, lt } from "drizzle-orm";
import type { Purchases } from "../../app/orders/ports";
import type { Db } from "../client";
import { products, purchases } from "../schema/index";

export function purchasesIn(db: Db): Purchases {
  const live = (uid: string, productId: string) =>
    and(eq(purchases.uid, uid), eq(purchases.productId, productId), isNull(purchases.revokedAt));

  return {
    async find(uid, productId) {
      const row = await db.select().from(purchases).where(live(uid, productId)).get();
      return row ?? null;
    },

    async library(uid, limit, before) {
      const older = before === undefined ? undefined : lt(purchases.createdAt, before);
      const { title, description, coverKey } = products;
      return db
        .select({
          productId: purchases.productId,
          createdAt: purchases.createdAt,
          product: { title, description, coverKey },
        })
        .from(purchases)
        .leftJoin(products, eq(products.id, purchases.productId))
        .where(and(eq(purchases.uid, uid), isNull(purchases.revokedAt), older))
        .orderBy(desc(purchases.createdAt))
        .limit(limit);
    },

    async markRefresh(uid, productId, at) {
      await db.update(purchases).set({ refreshRequestedAt: at }).where(live(uid, productId));
    },
  };
}
