import { type SQL, sql } from "drizzle-orm";
import type { Order } from "../../app/orders/rules/order";

/**
 * The number, up to `atMost`, of awaiting orders of the same buyer (without one, for the same wallet)
 * that were written to later. The conditions are those of partial indexes.
 */
export function newerAwaiting(
  { id, buyerUid, built }: Pick<Order, "id" | "buyerUid" | "built">,
  atMost: number,
): SQL {
  const samePayer = buyerUid
    ? sql`o.buyer_uid = ${buyerUid}`
    : sql`o.buyer_uid IS NULL AND o.built_for = ${built?.account ?? null}`;
  return sql`SELECT count(*) AS newer FROM (
    SELECT 1 FROM orders mine, orders o WHERE mine.id = ${id}
      AND ${samePayer} AND o.status = 'awaiting' AND o.updated_at >= mine.updated_at
      AND (o.updated_at, o.id) > (mine.updated_at, mine.id) LIMIT ${atMost})`;
}
