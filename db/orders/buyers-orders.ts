import { and, count, desc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { BuyersOrders } from "../../app/orders/ports";
import type { GrantReason } from "../../app/orders/rules/grant";
import { OPEN_STATUSES } from "../../app/orders/rules/order-state";
import { type Db, sqlList } from "../client";
import { orders } from "../schema/index";
import { toOrder } from "./order-rows";
import { isOpenOrder } from "./order-writes";
import { existsRight, IS_LIVE, liveRight } from "./rights";

const PAID = sql`${orders.status} = 'paid'`;

export function buyersOrdersIn(db: Db): BuyersOrders {
  return {
    async openOf(buyerUid, productId) {
      const row = await db
        .select()
        .from(orders)
        .where(
          and(
            eq(orders.buyerUid, buyerUid),
            eq(orders.productId, productId),
            inArray(orders.status, OPEN_STATUSES),
          ),
        )
        .get();
      return row ? toOrder(row) : null;
    },

    async openOfWallet(wallet, productId) {
      const row = await db
        .select()
        .from(orders)
        .where(
          and(
            eq(orders.buyerWallet, wallet),
            eq(orders.productId, productId),
            sql`${orders.buyerUid} IS NULL AND ${orders.status} IN ${sqlList(OPEN_STATUSES)}`,
          ),
        )
        .get();
      return row ? toOrder(row) : null;
    },

    async openOfGuest(secretHash, productId) {
      const row = await db
        .select()
        .from(orders)
        .where(
          and(
            eq(orders.guestSecretHash, secretHash),
            eq(orders.productId, productId),
            sql`${orders.status} IN ${sqlList(OPEN_STATUSES)}`,
          ),
        )
        .get();
      return row ? toOrder(row) : null;
    },

    async latestOfGuest(secretHash, productId) {
      const row = await db
        .select()
        .from(orders)
        .where(and(eq(orders.guestSecretHash, secretHash), eq(orders.productId, productId)))
        .orderBy(desc(orders.createdAt))
        .limit(1)
        .get();
      return row ? toOrder(row) : null;
    },

    async countAwaitingOfGuest(secretHash) {
      const row = await db
        .select({ awaiting: count() })
        .from(orders)
        .where(and(eq(orders.guestSecretHash, secretHash), eq(orders.status, "awaiting")))
        .get();
      return row?.awaiting ?? 0;
    },

    async forgetGuest(secretHash, productId, at) {
      await db
        .update(orders)
        .set({ guestSecretHash: null, guestWallet: null, guestSignature: null, updatedAt: at })
        .where(
          and(
            eq(orders.guestSecretHash, secretHash),
            eq(orders.productId, productId),
            sql`${orders.status} NOT IN ${sqlList(OPEN_STATUSES)}`,
          ),
        );
    },

    async isPaidByWallet(wallet, productId) {
      const row = await db
        .select({ id: orders.id })
        .from(orders)
        .where(
          and(
            sql`${orders.status} = 'paid'`,
            eq(orders.payerWallet, wallet),
            eq(orders.productId, productId),
            existsRight(sql`r.order_id = ${orders.id} AND ${IS_LIVE}`),
          ),
        )
        .limit(1)
        .get();
      return row !== undefined;
    },

    async standingOf({ uid, wallet }, productId) {
      const ofProduct = eq(orders.productId, productId);
      const [[purchase], [latest], [claimable]] = await db.batch([
        db
          .select({
            orderId: sql<string>`l.orderId`,
            releaseId: sql<string | null>`l.releaseId`,
            grantReason: sql<GrantReason | null>`l.grantReason`,
          })
          .from(sql`(${liveRight(uid, productId)}) l`),
        db
          .select()
          .from(orders)
          .where(and(eq(orders.buyerUid, uid), ofProduct))
          .orderBy(desc(orders.createdAt))
          .limit(1),
        db
          .select()
          .from(orders)
          // A literal: SQLite does not use the partial index with a parameter. Without a wallet nothing is equal.
          .where(
            and(
              sql`${orders.status} = 'paid_by_other'`,
              eq(orders.payerWallet, wallet ?? ""),
              ofProduct,
            ),
          )
          .limit(1),
      ]);
      return {
        purchase: purchase ?? null,
        latest: latest ? toOrder(latest) : null,
        claimable: claimable ? toOrder(claimable) : null,
      };
    },

    async countOpen(buyerUid) {
      const row = await db
        .select({ open: count() })
        .from(orders)
        .where(and(eq(orders.buyerUid, buyerUid), inArray(orders.status, OPEN_STATUSES)))
        .get();
      return row?.open ?? 0;
    },

    async unbindWallet(id, at) {
      const result = await db
        .update(orders)
        .set({ buyerWallet: null, updatedAt: at })
        .where(isOpenOrder(id));
      return result.meta.changes === 1;
    },

    async setWaiver(id, waiver, { afterPayment, at }) {
      const isPaidWithout = and(eq(orders.id, id), isNull(orders.waivedAt), PAID);
      const result = await db
        .update(orders)
        .set({
          waiverVersion: waiver?.version ?? null,
          waivedAt: waiver?.at ?? null,
          updatedAt: at,
        })
        .where(afterPayment ? or(isOpenOrder(id), isPaidWithout) : isOpenOrder(id));
      return result.meta.changes === 1;
    },
  };
}
