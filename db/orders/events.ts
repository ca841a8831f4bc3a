import { type SQL, sql } from "drizzle-orm";
import type { EventKind, EventPage, SellerEvent } from "../../app/orders/rules/event";
import { type Db, readBatch } from "../client";

export type Events = ReturnType<typeof eventsIn>;

/** Reads events, and removes old ones. Triggers write them, and `reviewEvent` those of payments that wait. */
export function eventsIn(db: Db) {
  return {
    /** Events of a seller after a cursor, the oldest first, and the id of the newest one; 0 without one. */
    async after(ownerUid: string, cursor: number, limit: number): Promise<EventPage> {
      const [newest, events] = await readBatch(db, [
        newestEventOf(ownerUid),
        sql`SELECT id, kind, order_id AS orderId, product_id AS productId, at FROM events
          WHERE owner_uid = ${ownerUid} AND id > ${cursor} ORDER BY id LIMIT ${limit}`,
      ]);
      return {
        newest: (newest as { id: number }[])[0]?.id ?? 0,
        events: (events ?? []) as SellerEvent[],
      };
    },

    /** Removes events of before `before` (epoch ms). The newest stays, so that ids go on growing. */
    async removeBefore(before: number, limit: number): Promise<void> {
      // Where the oldest is not old, that is all that is read.
      const isDue = sql`(SELECT at FROM events ORDER BY id LIMIT 1) < ${before}`;
      await db.run(sql`DELETE FROM events WHERE id IN (
        SELECT id FROM events WHERE id < (SELECT max(id) FROM events) ORDER BY id
          LIMIT CASE WHEN ${isDue} THEN ${limit} ELSE 0 END)
        AND at < ${before}`);
    },
  };
}

/** Select: id of the newest event of a seller; 0 without one. */
export function newestEventOf(ownerUid: string): SQL {
  return sql`SELECT coalesce(max(id), 0) AS id FROM events WHERE owner_uid = ${ownerUid}`;
}

/**
 * Select: the event of a payment that waits for the seller's decision, which may change no state of its order.
 * `where` is asked of the order `o`, before the payment has its entry.
 */
export function reviewEvent(
  { id, reason, at }: { id: string; reason: string; at: number },
  where: SQL,
): SQL {
  return sql`SELECT NULL, o.owner_uid, ${"payment.review" satisfies EventKind}, o.id, o.product_id,
    json_object('reason', ${reason}), ${at} FROM orders o WHERE o.id = ${id} AND ${where}`;
}
