import { type SQL, sql } from "drizzle-orm";
import { MAX_REQUESTS_PER_SELLER } from "../../app/messages/rules/message-limits";
import { UNPAID_STATUSES } from "../../app/orders/rules/order-state";
import { type Db, runBatch, sqlList } from "../client";
import { existsRight } from "../orders/rights";
import { removeThreads } from "./claimed-rows";

/**
 * SQL condition on threads: a request. The buyer wrote first and has paid nothing for the product, and the
 * seller has not answered.
 */
export const IS_REQUEST = sql`(unpaid = 1
  AND NOT ${existsRight(sql`r.uid = threads.buyer_uid AND r.product_id = threads.product_id`)}
  AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.buyer_uid = threads.buyer_uid
    AND o.product_id = threads.product_id AND o.status NOT IN ${sqlList(UNPAID_STATUSES)}))`;

export type MessageRequests = ReturnType<typeof messageRequestsIn>;

/** What buyers who have paid nothing wrote to a seller, apart from the seller's other threads. */
export function messageRequestsIn(db: Db) {
  return {
    async count(ownerUid: string): Promise<number> {
      const row = await db.get<{ n: number }>(
        sql`SELECT count(*) AS n FROM threads WHERE owner_uid = ${ownerUid} AND ${IS_REQUEST}`,
      );
      return row.n;
    },

    /** Removes the requests of a seller whose last message is of this time (epoch ms) or older. */
    async empty(ownerUid: string, until: number): Promise<void> {
      const listed = sql`SELECT id FROM threads
        WHERE owner_uid = ${ownerUid} AND last_at <= ${until} AND ${IS_REQUEST}`;
      await runBatch(db, removeThreads(listed, sql`1`));
    },
  };
}

/** Removes a seller's requests beyond `MAX_REQUESTS_PER_SELLER`: read ones first, then the oldest. */
export function trimRequests(ownerUid: string): SQL[] {
  const surplus = sql`SELECT id FROM threads WHERE owner_uid = ${ownerUid} AND ${IS_REQUEST}
    ORDER BY owner_unread > 0 DESC, last_at DESC, rowid DESC
    LIMIT -1 OFFSET ${MAX_REQUESTS_PER_SELLER}`;
  return removeThreads(surplus, sql`1`);
}
