import { and, eq, inArray, sql } from "drizzle-orm";
import type { UnsettledPayments } from "../../app/orders/ports";
import { UNDECIDED_KINDS } from "../../app/orders/rules/ledger-kinds";
import { UNDECIDED_STATUSES } from "../../app/orders/rules/order-state";
import { type Db, sqlList } from "../client";
import { ledger, orders } from "../schema/index";
import { occurrenceOf } from "./ledger";
import { RELEASED_HOLD, releaseUnit } from "./order-writes";

/** The columns of an order that rests on no payment. */
const NO_PAYMENT = {
  signature: null,
  payerWallet: null,
  slot: null,
  paidLamports: null,
  surplusLamports: 0,
  feeOwedLamports: 0,
  reviewReason: null,
} as const;

/** Writes for undecided payments that the chain has dropped. */
export function droppedPayments(db: Db): Pick<UnsettledPayments, "drop"> {
  return {
    async drop(id, signature, at) {
      // By wallet, what stands of it.
      const standing = sql`SELECT m.payer, m.slot, sum(m.lamports) AS lamports,
          max(m.kind = 'short') AS is_short FROM ledger m
        WHERE m.order_id = ${id} AND m.signature = ${signature}
          AND m.kind IN ${sqlList(UNDECIDED_KINDS)}
        GROUP BY m.payer HAVING sum(m.lamports) > 0`;
      const resting = and(
        eq(orders.id, id),
        inArray(orders.status, UNDECIDED_STATUSES),
        sql`coalesce(signature, ${signature}) = ${signature}
          AND payer_wallet IN (SELECT payer FROM (${standing}) WHERE NOT is_short)`,
      );
      const shortSum = sql`(SELECT coalesce(sum(lamports), 0) FROM (${standing}) WHERE is_short)`;
      await db.batch([
        releaseUnit(db, id, resting),
        db
          .update(orders)
          .set({ ...NO_PAYMENT, status: "expired", hold: RELEASED_HOLD, updatedAt: at })
          .where(resting),
        db
          .update(orders)
          .set({ shortLamports: sql`short_lamports - ${shortSum}` })
          .where(and(eq(orders.id, id), sql`${shortSum} > 0`)),
        // The last: the others ask what stands.
        db
          .insert(ledger)
          .select(
            sql`SELECT NULL, o.id, o.product_id, o.owner_uid, 'dropped', -s.lamports, ${signature},
              s.slot, ${at}, s.payer, ${occurrenceOf(id, signature)}, 0
            FROM orders o, (${standing}) s WHERE o.id = ${id}`,
          )
          .onConflictDoNothing(),
      ]);
    },
  };
}
