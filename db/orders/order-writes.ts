import { and, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { GrantReason } from "../../app/orders/rules/grant";
import type { LedgerKind } from "../../app/orders/rules/ledger-kinds";
import { OPEN_STATUSES, OVERDUE_AFTER_MS } from "../../app/orders/rules/order-state";
import { type Payment, sentBy } from "../../app/orders/rules/payment";
import { openWalletAccountStatements, type WalletOwner } from "../accounts/wallet-account";
import type { Db } from "../client";
import { orders, products, stockLine } from "../schema/index";
import { deliver, type Fulfilment } from "./fulfilment";
import { insertEntries, insertOtherWallets, sumOf, UNDECIDED_BALANCE } from "./ledger";
import { existsRight, holderOf, IS_LIVE } from "./rights";
import { lacksBuyer, maySettleNow, type Settling, settleable, wasReturned } from "./settlement";
import { insertShares, sharesOwedBy } from "./shares";
import { IS_SCARCE, unitsHeld } from "./things";

/** Opens the paying wallet's account where the order has no buyer, and `condition` holds. */
export function openBuyerAccount(
  db: Db,
  id: string,
  { payer, at, condition }: { payer: WalletOwner; at: number; condition: SQL },
) {
  return openWalletAccountStatements(db, payer, at, sql`${lacksBuyer(id)} AND ${condition}`);
}

/** How what an order sells is delivered. */
export interface Delivering {
  /** Of the first download link; null for none. */
  tokenHash: string | null;
  fulfilments: readonly Fulfilment[];
}

/**
 * The settling batch. D1 runs it as one transaction. The first statement takes all that the order needs
 * where it is not held; each one has the conditions of `maySettleNow`, and that the payment was not given back; the
 * order is updated last, so that running it again changes nothing. Whether it settled is read from the order.
 */
export function settleStatements(
  db: Db,
  settling: Settling & { payment: Payment },
  { finalizedAt, tokenHash, fulfilments }: Delivering & { finalizedAt: number | null },
) {
  const { id, payment, payer, claimedBy, at } = settling;
  const stands = sql`NOT (${wasReturned(settling)})`;
  const open = sql`${maySettleNow(settling, "held")} AND ${stands}`;
  // An unsettled order has a live right only within this batch, which then has met the conditions. They
  // are not asked again: the right is what they look at.
  const isBought = isBoughtBy(settling);
  return [
    ...takeThings(db, settling, stands),
    freeSignature(db, settling, open),
    ...(claimedBy === null ? openBuyerAccount(db, id, { payer, at, condition: open }) : []),
    db
      .update(products)
      .set({
        sold: sql`sold + 1`,
        held: sql`held - (SELECT hold = 'held' FROM orders WHERE id = ${id})`,
      })
      .where(and(isProductOf(id), open)),
    ...ledgerEntries(db, id, payment, at, open),
    ...deliver(db, { ...settling, tokenHash, isBought, condition: open }, fulfilments),
    ...orderStatements(db, settling, { finalizedAt, isBought }),
    // Who has the file waits for no unit.
    db.delete(stockLine).where(and(eq(stockLine.orderId, id), isBought)),
  ] as const;
}

/**
 * Settles the order's own row. A column that is set is written to its indexes too, whether it changes or not:
 * the buyer is set only where another one is, and the next poll only where none is due soon.
 */
function orderStatements(
  db: Db,
  { id, payment, at }: Settling & { payment: Payment },
  { finalizedAt, isBought }: { finalizedAt: number | null; isBought: SQL },
) {
  const columns = {
    ...paidColumns(payment),
    status: "paid",
    hold: "sold",
    buyerWallet: payment.payer,
    paymentRequested: true,
    reviewReason: null,
    settledAt: at,
    settledAloneAt: payment.isAlone ? at : null,
    finalizedAt,
    updatedAt: at,
  } as const;
  const buyerUid = holderOf(id);
  const dueAt = at + OVERDUE_AFTER_MS;
  const isDueSoon = sql`next_poll_at <= ${dueAt}`;
  const settled = and(eq(orders.id, id), eq(orders.settledAt, at), isNull(orders.finalizedAt));
  return [
    db
      .update(orders)
      .set(columns)
      .where(and(settleable(id), isBought, sql`${orders.buyerUid} = ${buyerUid}`)),
    db
      .update(orders)
      .set({ ...columns, buyerUid })
      .where(and(settleable(id), isBought)),
    // Whoever settles may not come to schedule the look at finality.
    db
      .update(orders)
      .set({ nextPollAt: dueAt })
      .where(and(settled, sql`(${isDueSoon}) IS NOT TRUE`)),
  ] as const;
}

/**
 * Holds all that the order takes where that is scarce and not held, and `condition` is true. The first
 * statement decides, and writes `things` and `holds`.
 */
export function takeThings(db: Db, settling: Settling, condition?: SQL) {
  const { id } = settling;
  return [
    db
      .update(orders)
      .set({ hold: "held" })
      .where(
        and(
          eq(orders.id, id),
          ne(orders.hold, "held"),
          IS_SCARCE,
          maySettleNow(settling, "any"),
          condition,
        ),
      ),
    db
      .update(products)
      .set({ held: unitsHeld() })
      .where(
        and(
          isProductOf(id),
          sql`held <> ${unitsHeld()}`,
          maySettleNow(settling, "held"),
          condition,
        ),
      ),
  ] as const;
}

/** Another order may name the signature without being settled by it. */
function freeSignature(db: Db, { id, payment }: Settling, condition: SQL) {
  return db
    .update(orders)
    .set({ signature: null })
    .where(
      and(
        eq(orders.signature, payment.signature),
        ne(orders.id, id),
        isNull(orders.settledAt),
        condition,
      ),
    );
}

/** SQL condition: this order gave the right, to the account that claims it if one does. */
export function isBoughtBy({ id, claimedBy }: Pick<Settling, "id" | "claimedBy">): SQL {
  const isOfClaimant = claimedBy === null ? sql`1` : sql`r.uid = ${claimedBy}`;
  return existsRight(sql`r.order_id = ${id} AND ${IS_LIVE} AND ${isOfClaimant}`);
}

/**
 * Records the payment of an order whose file was granted after a rollback. Has no effect on other
 * orders.
 */
export function latePaymentStatements(db: Db, id: string, payment: Payment, at: number) {
  const granted = and(
    eq(orders.id, id),
    eq(orders.status, "paid"),
    eq(orders.signature, payment.signature),
    isNotNull(orders.grantReason),
  );
  const open = sql`EXISTS (SELECT 1 FROM orders WHERE ${granted})`;
  return [
    ...ledgerEntries(db, id, payment, at, open),
    db
      .update(orders)
      .set({ ...paidColumns(payment), updatedAt: at })
      .where(granted),
  ] as const;
}

/** Ledger entries of a payment that settles an order. */
function ledgerEntries(db: Db, id: string, payment: Payment, at: number, where: SQL) {
  const { shares } = payment;
  // A grant has brought the seller nothing to share.
  const isPaid = grantReasonOf(payment) === null;
  const amounts: Partial<Record<LedgerKind, bigint>> = {
    sale: sentBy(payment) - payment.surplus,
    fee: payment.feePaid,
    fee_owed: payment.feeOwed,
    surplus: payment.surplus,
    ...(shares?.isComplete && { share: shares.due }),
  };
  const unpaid = shares && !shares.isComplete ? shares.due : 0n;
  // An undecided payment becomes part of the sale.
  const accepted = sql`-${sumOf(id, payment.signature, UNDECIDED_BALANCE, payment.payer)}`;
  return [
    insertEntries(
      db,
      { id, payment, at },
      amounts,
      [
        { kind: "accepted", lamports: accepted },
        {
          kind: "share_owed",
          lamports: isPaid ? sql`${Number(unpaid)} + ${sharesOwedBy(id)}` : sql`0`,
        },
      ],
      where,
    ),
    insertShares(db, { id, payment, at }, sql`${isPaid ? 1 : 0} AND ${where}`),
    ...insertOtherWallets(db, id, payment, at, where),
  ] as const;
}

/** Columns of a transaction in review. */
export function reviewColumns(id: string, payment: Payment) {
  return { ...paidColumns(payment), signature: ownSignature(id, payment.signature) };
}

/** Null where another order has the signature: a transaction can pay two orders, but settles only one. */
export function ownSignature(id: string, signature: string): SQL {
  const isTaken = sql`EXISTS (
    SELECT 1 FROM orders o WHERE o.signature = ${signature} AND o.id <> ${id})`;
  return sql`CASE WHEN ${isTaken} THEN NULL ELSE ${signature} END`;
}

/** An accepted payment that a fork has dropped has no amount. */
function grantReasonOf(payment: Payment): GrantReason | null {
  return sentBy(payment) === 0n ? "fork" : null;
}

/** Columns of the transaction that determines the order's state. */
function paidColumns(payment: Payment) {
  return {
    signature: payment.signature,
    payerWallet: payment.payer,
    slot: payment.slot,
    paidLamports: Number(sentBy(payment)),
    grantReason: grantReasonOf(payment),
    surplusLamports: Number(payment.surplus),
    feeOwedLamports: Number(payment.feeOwed),
  };
}

/** SQL condition for an order that is open; corresponds to `isOpen`. */
export function isOpenOrder(id: string): SQL | undefined {
  return and(eq(orders.id, id), inArray(orders.status, OPEN_STATUSES));
}

/** SQL condition for the product of an order. */
export function isProductOf(orderId: string): SQL {
  return sql`${products.id} = (SELECT product_id FROM orders WHERE id = ${orderId})`;
}

/**
 * Frees the unit of stock that the order holds, while `condition` is true of the order. The same
 * batch sets its `hold` to `RELEASED_HOLD` afterwards, which frees all else.
 */
export function releaseUnit(db: Db, id: string, condition: SQL | undefined) {
  const holds = sql`EXISTS (SELECT 1 FROM orders WHERE ${condition} AND hold = 'held')`;
  return db
    .update(products)
    .set({ held: sql`held - 1` })
    .where(and(isProductOf(id), holds));
}

/** The `hold` of an order whose things, if it held any, are free again. */
export const RELEASED_HOLD = sql`CASE hold WHEN 'held' THEN 'released' ELSE hold END`;
