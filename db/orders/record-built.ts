import { and, type SQL, sql } from "drizzle-orm";
import type { Orders } from "../../app/orders/ports";
import type { BuiltTransaction } from "../../app/orders/rules/order";
import type { Db } from "../client";
import { orders, products } from "../schema";
import { buildable } from "./order-writes";
import { isOutOfStock } from "./stock";

type Options = Parameters<Orders["recordBuilt"]>[2];

/** The built message and the unit of stock that it promises, by one batch: `Orders.recordBuilt`. */
export async function recordBuilt(
  db: Db,
  byId: Orders["byId"],
  id: string,
  built: BuiltTransaction,
  { hold, maxHolds, replaces, nextPollAt }: Options,
): ReturnType<Orders["recordBuilt"]> {
  const same = and(buildable(id), sql`built_transaction IS ${replaces}`);
  const mayHold = and(same, withinHoldLimits(id, built.account, maxHolds));
  const write = db
    .update(orders)
    .set({
      status: "awaiting",
      paymentRequested: true,
      builtTransaction: built.transaction,
      builtFor: built.account,
      builtAt: built.at,
      lastValidBlockHeight: built.lastValidBlockHeight,
      // A hint names what was built before.
      suggestedSignature: null,
      ...(hold ? { hold: "held" as const } : {}),
      nextPollAt,
      updatedAt: built.at,
    })
    .where(hold ? mayHold : same);
  if (!hold) return (await write).meta.changes === 1 ? "recorded" : "changed";
  const takesUnit = sql`EXISTS (SELECT 1 FROM orders WHERE ${mayHold}
    AND hold NOT IN ('held', 'sold') AND product_id = ${products.id})`;
  try {
    const take = db.update(products).set({ held: sql`held + 1` }).where(takesUnit);
    const [, written] = await db.batch([take, write]);
    if (written.meta.changes === 1) return "recorded";
  } catch (error) {
    const order = await byId(id);
    // The answer was lost after the commit.
    if (order?.built?.transaction === built.transaction) return "recorded";
    // The table's own limit refused the unit; anything else is a fault.
    if (order && (await isOutOfStock(db, order.productId))) return "out_of_stock";
    throw error;
  }
  const unchanged = await db.select({ id: orders.id }).from(orders).where(same).get();
  return unchanged ? "too_many" : "changed";
}

/** What others of the same account or wallet hold leaves room for one more. */
function withinHoldLimits(id: string, account: string, maxHolds: number): SQL {
  const others = sql`FROM orders o, orders mine WHERE mine.id = ${id} AND o.id <> mine.id
    AND o.hold = 'held' AND o.status = 'awaiting'`;
  return sql`NOT EXISTS (
      SELECT 1 ${others} AND o.built_for = ${account} AND o.product_id = mine.product_id)
    AND (SELECT count(*) ${others} AND o.built_for = ${account}) < ${maxHolds}
    AND (SELECT count(*) ${others} AND o.buyer_uid = mine.buyer_uid) < ${maxHolds}`;
}
