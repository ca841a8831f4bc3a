import { and, eq, sql } from "drizzle-orm";
import type { Orders } from "../app/ports/payments";
import type { Db } from "./client";
import { insertLine } from "./order-writes";
import { downloadTokens, orders, products, purchases } from "./schema";

/** What becomes of an order whose transaction was confirmed once and is gone. */
export function vanishedOrders(db: Db): Pick<Orders, "vanish" | "dismiss"> {
  const productOf = (id: string) => sql`${products.id} = (
    SELECT product_id FROM orders WHERE id = ${id})`;

  return {
    async vanish(id, signature, at) {
      const settled = and(
        eq(orders.id, id),
        eq(orders.signature, signature),
        eq(orders.status, "paid"),
      );
      const stands = sql`EXISTS (SELECT 1 FROM orders WHERE ${settled})`;
      const order = sql`SELECT uid, product_id FROM purchases WHERE order_id = ${id}`;
      await db.batch([
        insertLine(
          db,
          {
            id,
            kind: "vanished",
            lamports: sql`-(o.paid_lamports - o.surplus_lamports)`,
            payment: { signature, slot: 0, payer: null },
            at,
          },
          stands,
        ),
        insertLine(
          db,
          {
            id,
            kind: "surplus_vanished",
            lamports: sql`-o.surplus_lamports`,
            payment: { signature, slot: 0, payer: null },
            at,
          },
          stands,
        ),
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
            reviewReason: "vanished",
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
        eq(orders.reviewReason, "vanished"),
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
