import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Orders } from "../../app/orders/ports";
import type { BuiltTransaction } from "../../app/orders/rules/order";
import type { Db } from "../client";
import { orders, products } from "../schema/index";
import { openOrder } from "./order-writes";

type Options = Parameters<Orders["recordBuilt"]>[2];

/** `Orders.recordBuilt`: writes the built transaction and its held unit of stock in one batch. */
export async function recordBuilt(
  db: Db,
  byId: Orders["byId"],
  id: string,
  built: BuiltTransaction,
  { hold, maxHolds, replaces, nextPollAt }: Options,
): ReturnType<Orders["recordBuilt"]> {
  const unchanged = and(openOrder(id), sql`built_transaction IS ${replaces}`);
  const mayHold = and(unchanged, withinHoldLimits(id, built.account, maxHolds));
  const write = db
    .update(orders)
    .set({
      status: "awaiting",
      paymentRequested: true,
      builtTransaction: built.transaction,
      builtFor: built.account,
      builtAt: built.at,
      lastValidBlockHeight: built.lastValidBlockHeight,
      // A suggestion refers to the previous transaction.
      suggestedSignature: null,
      ...(hold ? { hold: "held" as const } : {}),
      nextPollAt,
      updatedAt: built.at,
    })
    .where(hold ? mayHold : unchanged);
  if (!hold) return (await write).meta.changes === 1 ? "recorded" : "changed";
  const takesUnit = sql`EXISTS (SELECT 1 FROM orders WHERE ${mayHold}
    AND hold NOT IN ('held', 'sold') AND product_id = ${products.id})`;
  try {
    const take = db.update(products).set({ held: sql`held + 1` }).where(takesUnit);
    const [, written] = await db.batch([take, write]);
    if (written.meta.changes === 1) return "recorded";
  } catch (error) {
    const order = await byId(id);
    // The response was lost after the commit.
    if (order?.built?.transaction === built.transaction) return "recorded";
    // The CHECK constraint on stock rejected the batch.
    if (order && (await isOutOfStock(db, order.productId))) return "out_of_stock";
    throw error;
  }
  const stillSame = await db.select({ id: orders.id }).from(orders).where(unchanged).get();
  return stillSame ? "too_many" : "changed";
}

/** True while the other orders of account and wallet hold fewer units than `maxHolds`. */
function withinHoldLimits(id: string, account: string, maxHolds: number): SQL {
  const others = sql`FROM orders o, orders mine WHERE mine.id = ${id} AND o.id <> mine.id
    AND o.hold = 'held' AND o.status = 'awaiting'`;
  return sql`NOT EXISTS (
      SELECT 1 ${others} AND o.built_for = ${account} AND o.product_id = mine.product_id)
    AND (SELECT count(*) ${others} AND o.built_for = ${account}) < ${maxHolds}
    AND (SELECT count(*) ${others} AND o.buyer_uid = mine.buyer_uid) < ${maxHolds}`;
}

/** True for a limited product without available units. */
export async function isOutOfStock(db: Db, productId: string): Promise<boolean> {
  const row = await db
    .select({ out: sql<number>`sale_limit IS NOT NULL AND sold + held >= sale_limit` })
    .from(products)
    .where(eq(products.id, productId))
    .get();
  return row?.out === 1;
}
