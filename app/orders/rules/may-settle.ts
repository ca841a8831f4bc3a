import type { Product } from "../../products/rules/product";
import type { Availability } from "../../products/rules/sale-type";
import { legsDueFrom, totalOf } from "./legs";
import { expectedWallet, type Order, type ReviewReason } from "./order";
import { canSettle, isOpen, isUndecided } from "./order-state";
import type { Payment } from "./payment";
import { priceToday } from "./terms";

/**
 * How a payment comes to settle its order.
 * - `payment`: it was found on the chain, by a poll, a sweep or a restored record
 * - `accept`: the seller accepts it, whatever it covers
 * - `claim`: the account that the paying wallet is linked to claims it
 */
export type SettlementWay = "payment" | "accept" | "claim";

/** What the record says of an order's payment, its people and its product. */
export interface SettlementFacts {
  way: SettlementWay;
  /** Null where the record lacks it. */
  product: Pick<Product, "status" | "priceLamports" | "recipient"> | null;
  /**
   * Of all that the order takes. Available where it is held for the order, or free beyond what the line
   * waits for. The product's limit counts, which may be newer than the order.
   */
  things: Availability;
  /** The account that the paying wallet is linked to, else the wallet's own. */
  payerUid: string;
  /** Who has the file once it is settled. */
  buyerUid: string;
  /** The buyer has the product by another order. */
  isOwned: boolean;
  /** The same transaction settled another order. */
  isSignatureUsed: boolean;
  /** The buyer has used the order's code as often as one person may. */
  isCodeUsed: boolean;
  /** The order's code was disabled, or has ended for orders of before as well. */
  isCodeOff: boolean;
  /** The buyer no longer has an item, paid for before, that the price of the bundle was lowered for. */
  isCreditGone: boolean;
  /** The payment was refunded while the order rested on another one, or on none. */
  isReturned: boolean;
  /** When the payment was first recorded, epoch ms; the present for one that is not. */
  recordedAt: number;
}

export type SettlementVerdict =
  | { kind: "yes" }
  /** It covers the price, and only the seller can decide. */
  | { kind: "review"; reason: Exclude<ReviewReason, "short" | "rolled_back"> }
  /**
   * `duplicate`: it stands beside the order, which rests on another payment or waits for its buyer's, or was
   * given back.
   */
  | { kind: "no"; why: "duplicate" | "payer_is_recipient" | "short" };

type JudgedOrder = Pick<
  Order,
  | "status"
  | "ownerUid"
  | "buyerUid"
  | "buyerWallet"
  | "guest"
  | "recipient"
  | "priceLamports"
  | "terms"
  | "signature"
  | "reviewReason"
  | "endedReason"
  | "expiresAt"
>;

/**
 * Whether a payment may settle an order. Asked before every settlement, whichever way the payment came:
 * who reads amount, wallets and reference can pay by hand, without asking the server. The settling write
 * has the same conditions (`db/orders/settlement.ts`), except those on amounts and times.
 */
export function maySettle(
  order: JudgedOrder,
  payment: Pick<Payment, "signature" | "payer" | "covered" | "shares">,
  facts: SettlementFacts,
): SettlementVerdict {
  const { way } = facts;
  // It moves nothing.
  if (payment.payer === order.recipient) return { kind: "no", why: "payer_is_recipient" };
  if (order.status === "paid" && order.signature === payment.signature && way !== "claim") {
    return { kind: "yes" };
  }
  if (!canSettle(order.status)) return { kind: "no", why: "duplicate" };
  if (way === "claim" && order.status !== "paid_by_other") return { kind: "no", why: "duplicate" };
  if (way !== "accept" && facts.isReturned) return { kind: "no", why: "duplicate" };
  if (way !== "accept" && creditedFor(order, payment) < order.priceLamports)
    return { kind: "no", why: "short" };

  const isSellers = isSellersWallet(order, payment, facts);
  // Neither the seller nor an owner of the product must stop another person's order by paying it.
  const isOwners = facts.isOwned && order.buyerUid === null;
  if ((isSellers || isOwners) && !isOrderOf(order, payment))
    return { kind: "no", why: "duplicate" };
  // Never settled by a later poll: the reason may have passed, and the seller may be refunding.
  const wasOwned = order.status === "review" && order.reviewReason === "owned";
  const isOwnProduct = isSellers || facts.buyerUid === order.ownerUid;
  if (wasOwned || facts.isOwned || isOwnProduct) return review("owned");
  if (facts.isSignatureUsed) return review("signature_used");
  if (way !== "accept" && payment.shares?.isComplete === false) return review("not_shared");
  if (way !== "accept" && facts.isCodeUsed) return review("code_used");
  if (way !== "accept" && facts.isCreditGone) return review("credit_gone");
  const credited = creditedFor(order, payment);
  if (way !== "accept" && isLate(order, facts) && !coversToday(credited, order, facts)) {
    return review("late");
  }
  return facts.things === "available" ? { kind: "yes" } : review("no_stock");
}

function review(
  reason: Extract<SettlementVerdict, { kind: "review" }>["reason"],
): SettlementVerdict {
  return { kind: "review", reason };
}

function isSellersWallet(
  { ownerUid }: JudgedOrder,
  { payer }: Pick<Payment, "payer">,
  { payerUid, product }: SettlementFacts,
): boolean {
  return payerUid === ownerUid || payer === product?.recipient;
}

/** The seller opened the order, or it was opened for the wallet that paid. */
function isOrderOf(order: JudgedOrder, { payer }: Pick<Payment, "payer">): boolean {
  const { buyerUid, ownerUid } = order;
  return buyerUid === null ? expectedWallet(order) === payer : buyerUid === ownerUid;
}

/**
 * The payment came after the order had ended. One that waits for a decision stays late, whatever became
 * of its order since. A sale that was rolled back was in time.
 */
function isLate(order: JudgedOrder, { recordedAt }: SettlementFacts): boolean {
  if (isOpen(order.status) || order.reviewReason === "rolled_back") return false;
  if (!isUndecided(order.status)) return true;
  return (
    order.reviewReason === "late" || order.endedReason !== null || recordedAt >= order.expiresAt
  );
}

/** Lamports that a payment covers of the price, with the share of the wallet that pays, which it keeps. */
function creditedFor(
  { terms }: JudgedOrder,
  { covered, payer }: Pick<Payment, "covered" | "payer">,
): bigint {
  const due = totalOf({ legs: legsDueFrom(payer, terms) });
  return covered + totalOf(terms) - due;
}

/**
 * A late payment counts for what it covers of today's price for the same choice: of an order with adjustments
 * the adjusted one while the seller's price is still the same, and the seller's of today after it changed. A code that
 * was disabled takes nothing off.
 */
function coversToday(
  credited: bigint,
  { terms }: JudgedOrder,
  { product, isCodeOff }: Pick<SettlementFacts, "product" | "isCodeOff">,
): boolean {
  if (product?.status !== "active") return false;
  return priceToday(terms, { ...product, isCodeOff }) <= credited;
}
