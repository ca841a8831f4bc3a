import { eq, sql } from "drizzle-orm";
import type { Db } from "../client";
import { products } from "../schema";

/** Whether a limited product has no unit that could be taken now. */
export async function isOutOfStock(db: Db, productId: string): Promise<boolean> {
  const row = await db
    .select({ out: sql<number>`sale_limit IS NOT NULL AND sold + held >= sale_limit` })
    .from(products)
    .where(eq(products.id, productId))
    .get();
  return row?.out === 1;
}
