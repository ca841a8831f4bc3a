import { networkFee } from "../../solana/payment-constants";
import { isShare, type Leg, legsDueFrom } from "./legs";
import type { Hold, ReviewReason } from "./order";
import { isUndecided, isUnpaid, type OrderStatus } from "./order-state";

/** What a wallet paid for an order, less refunds. Amounts in lamports. */
export interface IncomingPayment {
  orderId: string;
  productId: string;
  ownerUid: string;
  /** The label of the order. */
  title: string;
  status: OrderStatus;
  reviewReason: ReviewReason | null;
  hold: Hold;
  recipient: string;
  platform: string;
  priceLamports: bigint;
  feeBps: number;
  /** Of the order's terms; empty where the version before wrote the order, which has two at most. */
  legs: readonly Leg[];
  /** Of its terms: shares that are in the seller's leg. */
  owed: readonly Leg[];
  /** The wallet that paid. */
  payer: string;
  /** The code of the order, with what it took off (lamports); null without one. */
  code: { name: string; lamports: bigint } | null;
  /** True where this wallet's payment decides the order's state. */
  isPrimary: boolean;
  /** The transaction of the payment, and its slot. */
  signature: string;
  slot: number;
  /** Epoch ms. */
  at: number;
  /** The amount before refunds. */
  paid: bigint;
  /** The amount that can be refunded. */
  balance: bigint;
  /** The part that counts as a sale. */
  sale: bigint;
  /** The part that waits for a decision: neither sale nor surplus. */
  waiting: bigint;
  /** Commission that reached the platform. */
  feePaid: bigint;
  /** What reached others who share in the sale; a refund does not take it back from them. */
  sharesPaid: bigint;
  /** What the seller of a sale owes them. */
  sharesOwed: bigint;
  /** True where all that waits was paid below the price. */
  isShort: boolean;
  /** True where the seller has dismissed it. It can still be refunded. */
  isDismissed: boolean;
  /** When an open refund was built; null without one. Epoch ms. */
  refundBuiltAt: number | null;
  /** The same of an open transaction to those who share in the sale. */
  sharingBuiltAt: number | null;
}

/** Why a payment waits for the seller's decision. */
export type ReviewCase = ReviewReason | "paid_by_other" | "duplicate";

export function reviewCaseOf(money: IncomingPayment): ReviewCase {
  if (money.isPrimary && money.status === "review") return money.reviewReason ?? "short";
  if (money.isPrimary && money.status === "paid_by_other") return "paid_by_other";
  return money.isShort ? "short" : "duplicate";
}

/** True where the seller may accept the payment and grant the file. */
export function isAcceptable(money: IncomingPayment): boolean {
  // Others who share in the sale would get nothing of it.
  if (isShortPayment(money)) return isUnpaid(money.status) && !money.legs.some(isShare);
  const reason = reviewCaseOf(money);
  if (!money.isPrimary || money.status !== "review") return false;
  // A transaction settles one order, an account owns a product once, and others get their shares first.
  return reason !== "owned" && reason !== "signature_used" && reason !== "not_shared";
}

/** What others are to receive of a payment that came whole to the seller; empty for another one. */
export function unsharedOf(money: IncomingPayment): Leg[] {
  if (!money.isPrimary || reviewCaseOf(money) !== "not_shared") return [];
  return [...legsDueFrom(money.payer, money).filter(isShare), ...money.owed];
}

/** True for a payment below the price that the order's state does not rest on. */
export function isShortPayment(money: IncomingPayment): boolean {
  return money.isShort && money.waiting > 0n && !(money.isPrimary && isUndecided(money.status));
}

/** What a wallet paid below the price in one or more transactions, and the seller accepts. */
export interface AcceptedShort {
  payer: string;
  parts: {
    signature: string;
    slot: number;
    /** Lamports. */
    lamports: number;
    /** Lamports of them that reached the platform. */
    platformLamports: number;
  }[];
}

/** Smallest refund: less does not cover the network fee. */
export const MIN_RETURN_LAMPORTS = networkFee(2);

/**
 * True for a payment below the price that is not worth an entry: it costs more to return, or is less
 * than a hundredth of the price. Its amount is added to a sum of the order.
 */
export function isDust(lamports: bigint, priceLamports: bigint): boolean {
  return lamports < MIN_RETURN_LAMPORTS || lamports * 100n < priceLamports;
}

/** Ledger entries of payments below the price that an order has: the largest. */
export const MAX_SHORT_ENTRIES = 20;

/**
 * The amount of a refund (lamports), and whether it ends the order. `extra` keeps the sale and
 * returns only what was paid in addition; where nothing was sold, nothing is kept.
 */
export function refundOf(
  money: IncomingPayment,
  scope: "all" | "extra",
): { lamports: bigint; closes: boolean } {
  const isSale = money.status === "paid" && scope === "all";
  const closes = money.isPrimary && (isSale || isUndecided(money.status));
  return { closes, lamports: closes ? money.balance : money.waiting };
}
