import { and, eq, sql } from "drizzle-orm";
import type { Settlements, UnsettledPayments } from "../../app/orders/ports";
import { REVERSED_KINDS } from "../../app/orders/rules/ledger-kinds";
import { type Db, sqlList } from "../client";
import { downloadTokens, orders, products, purchases } from "../schema/index";
import { insertEntry, sumOf } from "./ledger";
import { isProductOf, RELEASED_HOLD, releaseUnit } from "./order-writes";

/** Writes for an order whose transaction was confirmed and then rolled back. */
export function rolledBackOrders(
  db: Db,
): Pick<Settlements, "rollBack"> & Pick<UnsettledPayments, "dismiss"> {
  return {
    async rollBack(id, signature, at) {
      const settled = and(
        eq(orders.id, id),
        eq(orders.signature, signature),
        eq(orders.status, "paid"),
      );
      const isSettled = sql`EXISTS (SELECT 1 FROM orders WHERE ${settled})`;
      const purchase = sql`SELECT uid, product_id FROM purchases WHERE order_id = ${id}`;
      const payment = { signature, slot: sql`o.slot`, payer: null };
      const reverse = (kind: keyof typeof REVERSED_KINDS) => {
        const lamports = sql`-${sumOf(id, signature, sqlList(REVERSED_KINDS[kind]))}`;
        return insertEntry(db, { id, kind, lamports, payment, at }, isSettled);
      };
      await db.batch([
        reverse("fee_rolled_back"),
        reverse("fee_owed_rolled_back"),
        reverse("surplus_rolled_back"),
        // The last: its entry increments the occurrence.
        reverse("rolled_back"),
        db
          .update(downloadTokens)
          .set({ revokedAt: at })
          .where(and(sql`(uid, product_id) IN (${purchase})`, sql`revoked_at IS NULL`, isSettled)),
        db
          .update(purchases)
          .set({ revokedAt: at })
          .where(and(eq(purchases.orderId, id), sql`revoked_at IS NULL`, isSettled)),
        // The unit stays held until the seller decides.
        db
          .update(products)
          .set({ sold: sql`sold - 1`, held: sql`held + 1` })
          .where(and(isProductOf(id), isSettled)),
        db
          .update(orders)
          .set({
            status: "review",
            reviewReason: "rolled_back",
            hold: "held",
            settledAt: null,
            updatedAt: at,
          })
          .where(settled),
      ]);
    },

    async dismiss(id, at) {
      const rolledBack = and(
        eq(orders.id, id),
        eq(orders.status, "review"),
        eq(orders.reviewReason, "rolled_back"),
      );
      const [, dismissed] = await db.batch([
        releaseUnit(db, id, rolledBack),
        db
          .update(orders)
          .set({
            status: "expired",
            hold: RELEASED_HOLD,
            updatedAt: at,
          })
          .where(rolledBack),
      ]);
      return dismissed.meta.changes === 1;
    },
  };
}
