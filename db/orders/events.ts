import { type SQL, sql } from "drizzle-orm";
import type { EventKind, EventPage, SellerEvent } from "../../app/orders/rules/event";
import { type Db, readBatch } from "../client";

export type Events = ReturnType<typeof eventsIn>;

/** Reads events, and removes old ones. Triggers and the statements of `insertEvent` write them. */
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
      await db.run(sql`DELETE FROM events WHERE id IN (
        SELECT id FROM events WHERE id < (SELECT max(id) FROM events) ORDER BY id LIMIT ${limit})
        AND at < ${before}`);
    },
  };
}

/** Select: id of the newest event of a seller; 0 without one. */
export function newestEventOf(ownerUid: string): SQL {
  return sql`SELECT coalesce(max(id), 0) AS id FROM events WHERE owner_uid = ${ownerUid}`;
}

/** An event of an order that no change of its state tells, while `where` is true of the order `o`. */
export function insertEvent(
  { id, kind, body, at }: { id: string; kind: EventKind; body: object; at: number },
  where: SQL,
): SQL {
  return sql`INSERT INTO events (owner_uid, kind, order_id, product_id, body, at)
    SELECT o.owner_uid, ${kind}, o.id, o.product_id, ${JSON.stringify(body)}, ${at}
    FROM orders o WHERE o.id = ${id} AND ${where}`;
}
