import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import type { Follower } from "../../app/orders/rules/live-socket";
import type { Db } from "../client";
import { followedOrders } from "../schema/index";

export type FollowedOrders = ReturnType<typeof followedOrdersIn>;

/** Orders whose pages have WebSockets, counted by account and by network address. */
export function followedOrdersIn(db: Db) {
  return {
    /**
     * Counts an order until `endsAt`, again where it is counted. False, and nothing is written, where
     * its account or its address has as many others.
     */
    async count(
      { orderId, uid, address, endsAt }: Follower & { endsAt: number },
      now: number,
      { ofAccount, ofAddress }: { ofAccount: number; ofAddress: number },
    ): Promise<boolean> {
      const others = (owner: SQL, atMost: number) => sql`(SELECT count(*) FROM (
        SELECT 1 FROM followed_orders WHERE ${owner} AND ends_at > ${now} AND order_id <> ${orderId}
        LIMIT ${atMost}))`;
      const counted = await db.all(sql`
        INSERT INTO followed_orders (order_id, uid, address, ends_at)
        SELECT ${orderId}, ${uid}, ${address}, ${endsAt}
        WHERE ${others(sql`uid = ${uid}`, ofAccount)} < ${ofAccount}
          AND ${others(sql`address = ${address}`, ofAddress)} < ${ofAddress}
        ON CONFLICT (order_id) DO UPDATE SET
          uid = excluded.uid, address = excluded.address, ends_at = excluded.ends_at
        RETURNING order_id`);
      return counted.length > 0;
    },

    /** Ends the count, unless it was renewed past `endsAt`: a page of the order is being opened then. */
    async end(orderId: string, endsAt: number): Promise<void> {
      const it = and(eq(followedOrders.orderId, orderId), lte(followedOrders.endsAt, endsAt));
      await db.delete(followedOrders).where(it);
    },

    async removeExpired(now: number): Promise<void> {
      await db.delete(followedOrders).where(lte(followedOrders.endsAt, now));
    },
  };
}
