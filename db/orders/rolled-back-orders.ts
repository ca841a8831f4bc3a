import { and, eq, type SQL, sql } from "drizzle-orm";
import type { LedgerKind, Orders } from "../../app/orders/ports";
import type { Db } from "../client";
import { downloadTokens, orders, products, purchases } from "../schema";
import { FEE, FEE_OWED, insertEntry, SALE, SURPLUS, sumOf } from "./ledger-lines";

/** What becomes of an order whose transaction was confirmed once and is gone. */
export function rolledBackOrders(db: Db): Pick<Orders, "rollBack" | "dismiss"> {
  const productOf = (id: string) => sql`${products.id} = (
    SELECT product_id FROM orders WHERE id = ${id})`;

  return {
    async rollBack(id, signature, at) {
      const settled = and(
        eq(orders.id, id),
        eq(orders.signature, signature),
        eq(orders.status, "paid"),
      );
      const stands = sql`EXISTS (SELECT 1 FROM orders WHERE ${settled})`;
      const order = sql`SELECT uid, product_id FROM purchases WHERE order_id = ${id}`;
      const payment = { signature, slot: sql`o.slot`, payer: null };
      // What stands in the ledger is taken back, line by line; the sale's own line counts the turn.
      const takeBack = (kind: LedgerKind, standing: SQL) => {
        const lamports = sql`-${sumOf(id, signature, standing)}`;
        return insertEntry(db, { id, kind, lamports, payment, at }, stands);
      };
      await db.batch([
        takeBack("fee_rolled_back", FEE),
        takeBack("fee_owed_rolled_back", FEE_OWED),
        takeBack("surplus_rolled_back", SURPLUS),
        takeBack("rolled_back", SALE),
        db
          .update(downloadTokens)
          .set({ revokedAt: at })
          .where(and(sql`(uid, product_id) IN (${order})`, sql`revoked_at IS NULL`, stands)),
        db
          .update(purchases)
          .set({ revokedAt: at })
          .where(and(eq(purchases.orderId, id), sql`revoked_at IS NULL`, stands)),
        // The unit stays with the order until somebody decides.
        db
          .update(products)
          .set({ sold: sql`sold - 1`, held: sql`held + 1` })
          .where(and(productOf(id), stands)),
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
      const gone = and(
        eq(orders.id, id),
        eq(orders.status, "review"),
        eq(orders.reviewReason, "rolled_back"),
      );
      const [, dismissed] = await db.batch([
        db
          .update(products)
          .set({ held: sql`held - 1` })
          .where(
            and(productOf(id), sql`EXISTS (SELECT 1 FROM orders WHERE ${gone} AND hold = 'held')`),
          ),
        db
          .update(orders)
          .set({
            status: "expired",
            hold: sql`CASE hold WHEN 'held' THEN 'released' ELSE hold END`,
            updatedAt: at,
          })
          .where(gone),
      ]);
      return dismissed.meta.changes === 1;
    },
  };
}
