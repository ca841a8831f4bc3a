import { notExists, sql } from "drizzle-orm";
import { OPEN_STATUSES } from "../../app/orders/rules/order-state";
import { type Db, runBatch, sqlList } from "../client";
import { orders, removedOrders } from "../schema/index";
import { existsRight } from "./rights";

export type RemovedOrders = ReturnType<typeof removedOrdersIn>;

/** Removes orders; their references are kept until their records are removed as well. */
export function removedOrdersIn(db: Db) {
  return {
    /** Removes orders without a buyer that ended before `before` (epoch ms) and were never paid. */
    async removeWithoutBuyer(before: number, limit: number): Promise<void> {
      const old = sql`SELECT o.id FROM orders o INDEXED BY orders_to_purge
        WHERE o.buyer_uid IS NULL AND o.status = 'expired' AND o.expires_at < ${before}
          AND o.signature IS NULL AND o.next_poll_at IS NULL AND o.short_lamports = 0
          AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.order_id = o.id)
          AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id)
          AND NOT ${existsRight(sql`r.order_id = o.id`)}
        ORDER BY o.expires_at LIMIT ${limit}`;
      await runBatch(db, [
        sql`INSERT OR IGNORE INTO removed_orders (reference)
          SELECT reference FROM orders WHERE id IN (${old})`,
        sql`DELETE FROM orders WHERE id IN (${old})`,
      ]);
    },

    /** Takes ended orders that were opened before `before` (epoch ms) from their guests. */
    async forgetGuests(before: number, limit: number): Promise<void> {
      // The index has guests alone, so those of the last days.
      const old = sql`SELECT id FROM orders INDEXED BY orders_by_guest
        WHERE guest_secret_hash IS NOT NULL AND created_at < ${before}
          AND status NOT IN ${sqlList(OPEN_STATUSES)} LIMIT ${limit}`;
      await runBatch(db, [
        sql`UPDATE orders SET guest_secret_hash = NULL, guest_wallet = NULL, guest_signature = NULL
          WHERE id IN (${old})`,
      ]);
    },

    /** Without those of orders that a payment has restored since. */
    async references(limit: number): Promise<string[]> {
      const restored = db
        .select({ id: orders.id })
        .from(orders)
        .where(sql`orders.reference = removed_orders.reference`);
      const rows = await db.select().from(removedOrders).where(notExists(restored)).limit(limit);
      return rows.map(({ reference }) => reference);
    },

    async forget(references: readonly string[]): Promise<void> {
      const list = JSON.stringify(references);
      await db
        .delete(removedOrders)
        .where(sql`${removedOrders.reference} IN (SELECT value FROM json_each(${list}))`);
    },
  };
}
