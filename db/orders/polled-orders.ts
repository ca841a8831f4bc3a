import { and, asc, eq, inArray, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import type { PolledOrders } from "../../app/orders/ports";
import type { Order } from "../../app/orders/rules/order";
import { OPEN_STATUSES } from "../../app/orders/rules/order-state";
import { type Db, sqlList } from "../client";
import { orders } from "../schema/index";
import { toOrder } from "./order-rows";

/** A change of the next poll by less than this is not written. */
const MIN_RESCHEDULE_MS = 60_000;

function isClose(one: number | null, other: number | null): boolean {
  if (one === null || other === null) return one === other;
  return Math.abs(one - other) < MIN_RESCHEDULE_MS;
}

export function polledOrdersIn(db: Db): PolledOrders {
  return {
    async schedulePoll(id, nextPollAt, stored) {
      if (stored !== undefined && isClose(stored, nextPollAt)) return;
      const asRead = stored === undefined ? undefined : sql`next_poll_at IS ${stored}`;
      await db
        .update(orders)
        .set({ nextPollAt })
        .where(and(eq(orders.id, id), asRead));
    },

    async overdue(now, limit) {
      const rows = await db
        .select({ id: orders.id })
        .from(orders)
        .where(lte(orders.nextPollAt, now))
        .orderBy(asc(orders.nextPollAt))
        .limit(limit);
      return rows.map((row) => row.id);
    },

    async countNewerAwaiting(order, atMost) {
      const row = await db.get<{ newer: number }>(newerAwaiting(order, atMost));
      return row?.newer ?? 0;
    },

    async settledSignatures(signatures) {
      const rows = await inChunks(signatures, (some) =>
        db
          .select({ signature: orders.signature })
          .from(orders)
          .where(and(inArray(orders.signature, some), isNotNull(orders.settledAt))),
      );
      return new Set(rows.flatMap(({ signature }) => signature ?? []));
    },

    async settledAlone(signatures) {
      const rows = await db.all<{ signature: string }>(sql`SELECT signature FROM orders
        WHERE signature IN (SELECT value FROM json_each(${JSON.stringify(signatures)}))
          AND signature IS NOT NULL AND settled_at IS NOT NULL AND settled_alone_at = settled_at`);
      return new Set(rows.map(({ signature }) => signature));
    },

    async isRecorded(id, signature) {
      const entry = sql`SELECT 1 FROM ledger WHERE order_id = ${id} AND signature = ${signature}`;
      return (await db.all(sql`${entry} LIMIT 1`)).length > 0;
    },

    async byReferences(references) {
      const list = sql`(SELECT value FROM json_each(${JSON.stringify(references)}))`;
      const rows = await db.select().from(orders).where(sql`${orders.reference} IN ${list}`);
      return rows.map(toOrder);
    },
  };
}

/**
 * The number, up to `atMost`, of awaiting orders of the same buyer (without one, for the same wallet)
 * that were written to later. The conditions are those of partial indexes; a buyer's open orders are few
 * (`MAX_OPEN_ORDERS`), so that an index of those that await, which each report would write, saves little.
 */
export function newerAwaiting(
  { id, buyerUid, built }: Pick<Order, "id" | "buyerUid" | "built">,
  atMost: number,
): SQL {
  const samePayer = buyerUid
    ? sql`o.buyer_uid = ${buyerUid} AND o.buyer_uid IS NOT NULL
        AND o.status IN ${sqlList(OPEN_STATUSES)}`
    : sql`o.buyer_uid IS NULL AND o.built_for = ${built?.account ?? null}`;
  // Another index has all orders that the buyer ever opened.
  const index = buyerUid ? sql` INDEXED BY orders_one_open` : sql.empty();
  return sql`SELECT count(*) AS newer FROM (
    SELECT 1 FROM orders mine, orders o${index} WHERE mine.id = ${id}
      AND ${samePayer} AND o.status = 'awaiting' AND o.updated_at >= mine.updated_at
      AND (o.updated_at, o.id) > (mine.updated_at, mine.id) LIMIT ${atMost})`;
}

/** D1 binds at most 100 values in a statement. */
const MAX_BOUND_VALUES = 90;

async function inChunks<T>(values: string[], read: (some: string[]) => Promise<T[]>): Promise<T[]> {
  const found: T[] = [];
  for (let start = 0; start < values.length; start += MAX_BOUND_VALUES) {
    found.push(...(await read(values.slice(start, start + MAX_BOUND_VALUES))));
  }
  return found;
}
