import { networkFee } from "../../solana/payment-constants";
import type { Hold, ReviewReason } from "./order";
import { isUndecided, type OrderStatus } from "./order-state";

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
  /** The wallet that paid. */
  payer: string;
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
  /** When an open refund was built; null without one. Epoch ms. */
  refundBuiltAt: number | null;
}

/** Why a payment waits for the seller's decision. */
export type ReviewCase = ReviewReason | "paid_by_other" | "duplicate";

export function reviewCaseOf(money: IncomingPayment): ReviewCase {
  if (money.isPrimary && money.status === "review") return money.reviewReason ?? "short";
  if (money.isPrimary && money.status === "paid_by_other") return "paid_by_other";
  return "duplicate";
}

/** True where the seller may accept the payment and grant the file. */
export function isAcceptable(money: IncomingPayment): boolean {
  const reason = reviewCaseOf(money);
  if (!money.isPrimary || money.status !== "review") return false;
  // A transaction settles one order, and an account owns a product once.
  return reason !== "owned" && reason !== "signature_used";
}

/** Smallest refund: less does not cover the network fee. */
export const MIN_RETURN_LAMPORTS = networkFee(2);

/**
 * The amount of a refund (lamports), and whether it ends the order. `extra` keeps the sale and
 * returns only what was paid in addition.
 */
export function refundOf(
  money: IncomingPayment,
  scope: "all" | "extra",
): { lamports: bigint; closes: boolean } {
  const ends = money.status === "paid" || isUndecided(money.status);
  const closes = scope === "all" && money.isPrimary && ends;
  return { closes, lamports: closes ? money.balance : money.waiting };
}
