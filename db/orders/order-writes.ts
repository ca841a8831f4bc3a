import { and, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { LedgerKind } from "../../app/orders/ports";
import type { Payment } from "../../app/orders/rules/verify-payment";
import type { Db } from "../client";
import { orders, products, purchases } from "../schema";
import { AWAITING_DECISION, insertEntry, sumOf } from "./ledger-lines";

/** True inside a statement while the order has not been settled and its buyer does not own the product. */
export function unsettled(id: string): SQL {
  return sql`EXISTS (
    SELECT 1 FROM orders o WHERE o.id = ${id} AND o.settled_at IS NULL AND o.refunded_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM purchases p WHERE p.uid = o.buyer_uid AND p.product_id = o.product_id
        AND p.order_id <> o.id AND p.revoked_at IS NULL))`;
}

/**
 * The settling batch. D1 runs it as one transaction; every statement asks for itself whether the
 * order is still unsettled, and the order turns last, so that running it again changes nothing.
 */
export function settleStatements(
  db: Db,
  id: string,
  payment: Payment,
  at: number,
  {
    finalizedAt = null,
    buyerUid = null,
  }: { finalizedAt?: number | null; buyerUid?: string | null } = {},
) {
  const product = sql`(SELECT product_id FROM orders WHERE id = ${id})`;
  const open =
    buyerUid === null ? unsettled(id) : sql`${unsettled(id)} AND ${boughtBy(id, buyerUid)}`;
  const wasHeld = sql`(SELECT hold = 'held' FROM orders WHERE id = ${id})`;
  return [
    // One that only looked like another order's, and settles nothing there, is this order's.
    db
      .update(orders)
      .set({ signature: null })
      .where(
        and(
          eq(orders.signature, payment.signature),
          ne(orders.id, id),
          isNull(orders.settledAt),
          unsettled(id),
        ),
      ),
    db
      .update(products)
      .set({ sold: sql`sold + 1`, held: sql`held - ${wasHeld}` })
      .where(and(sql`${products.id} = ${product}`, open)),
    ...ledgerEntries(db, id, payment, at, open),
    db
      .insert(purchases)
      .select(
        sql`SELECT o.buyer_uid, o.product_id, o.id, ${at}, NULL, NULL FROM orders o
          WHERE o.id = ${id} AND o.buyer_uid IS NOT NULL AND ${open}`,
      )
      .onConflictDoUpdate({
        target: [purchases.uid, purchases.productId],
        set: { orderId: id, createdAt: at, revokedAt: null },
      }),
    db
      .update(orders)
      .set({
        ...paidColumns(payment),
        status: "paid",
        hold: "sold",
        buyerWallet: payment.payer,
        paymentRequested: true,
        reviewReason: null,
        settledAt: at,
        finalizedAt,
        updatedAt: at,
      })
      // The purchase of this very order stands by now, so only the order itself is asked.
      .where(
        and(
          eq(orders.id, id),
          isNull(orders.settledAt),
          isNull(orders.refundedAt),
          buyerUid === null ? undefined : eq(orders.buyerUid, buyerUid),
          sql`(buyer_uid IS NULL OR EXISTS (SELECT 1 FROM purchases p WHERE p.order_id = ${id} AND p.revoked_at IS NULL))`,
        ),
      ),
  ] as const;
}

/**
 * The payment of a file that was given away because it seemed lost: the sale has its money now.
 * Changes nothing of any other order.
 */
export function latePaymentStatements(db: Db, id: string, payment: Payment, at: number) {
  const given = and(
    eq(orders.id, id),
    eq(orders.status, "paid"),
    eq(orders.signature, payment.signature),
    eq(orders.paidLamports, 0),
  );
  const open = sql`EXISTS (SELECT 1 FROM orders WHERE ${given})`;
  return [
    ...ledgerEntries(db, id, payment, at, open),
    db
      .update(orders)
      .set({ ...paidColumns(payment), updatedAt: at })
      .where(given),
  ] as const;
}

/** What a payment is to the ledger once it settles an order. */
function ledgerEntries(db: Db, id: string, payment: Payment, at: number, where: SQL) {
  const line = (kind: LedgerKind, lamports: SQL) =>
    insertEntry(db, { id, kind, lamports, payment, at }, where);
  return [
    line("sale", sql`${Number(payment.sellerPaid + payment.feePaid - payment.surplus)}`),
    // Money that waited for a decision is money of the sale from now on.
    line("accepted", sql`-${sumOf(id, payment.signature, AWAITING_DECISION)}`),
    line("fee", sql`${Number(payment.feePaid)}`),
    line("fee_owed", sql`${Number(payment.feeOwed)}`),
    line("surplus", sql`${Number(payment.surplus)}`),
  ] as const;
}

function boughtBy(id: string, uid: string): SQL {
  return sql`EXISTS (SELECT 1 FROM orders b WHERE b.id = ${id} AND b.buyer_uid = ${uid})`;
}

/**
 * Columns that tell of a transaction under review. One that another order is known by keeps its
 * name there: a transaction can pay two orders, and only one may rest on it.
 */
export function reviewColumns(id: string, payment: Payment) {
  const taken = sql`EXISTS (
    SELECT 1 FROM orders o WHERE o.signature = ${payment.signature} AND o.id <> ${id})`;
  return {
    ...paidColumns(payment),
    signature: sql`CASE WHEN ${taken} THEN NULL ELSE ${payment.signature} END`,
  };
}

/** Columns that tell of the transaction which the order's state rests on. */
function paidColumns(payment: Payment) {
  return {
    signature: payment.signature,
    payerWallet: payment.payer,
    slot: payment.slot,
    paidLamports: Number(payment.sellerPaid + payment.feePaid),
    surplusLamports: Number(payment.surplus),
    feeOwedLamports: Number(payment.feeOwed),
  };
}

/** Orders that nothing has settled and nobody has refunded. */
export function stillOpen(id: string): SQL | undefined {
  return and(eq(orders.id, id), isNull(orders.settledAt), isNull(orders.refundedAt));
}

/** Orders for which a transaction may be built. */
export function buildable(id: string): SQL | undefined {
  return and(eq(orders.id, id), inArray(orders.status, ["pending", "awaiting"]));
}
