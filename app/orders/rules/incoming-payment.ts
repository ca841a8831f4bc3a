import { networkFee } from "../../solana/payment-constants";
import type { Hold, ReviewReason } from "./order";
import { isUndecided, type OrderStatus } from "./order-state";

/** What one wallet paid for one order and has not been given back. Amounts in lamports. */
export interface IncomingPayment {
  orderId: string;
  productId: string;
  ownerUid: string;
  /** What the order was for. */
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
  /** The payment's transaction, and where it is on the chain. */
  signature: string;
  slot: number;
  /** Epoch ms. */
  at: number;
  /** What the payment was, before anything was sent back. */
  paid: bigint;
  /** Everything that can be sent back. */
  balance: bigint;
  /** What of it counts as a sale. */
  sale: bigint;
  /** The part that waits for a decision: neither sale nor surplus. */
  waiting: bigint;
  /** Commission that reached the platform. */
  feePaid: bigint;
  /** When a refund was built that may still land; null without one. Epoch ms. */
  refundBuiltAt: number | null;
}

/** Why a payment waits for the seller's decision. */
export type ReviewCase = ReviewReason | "paid_by_other" | "duplicate";

export function reviewCaseOf(money: IncomingPayment): ReviewCase {
  if (money.isPrimary && money.status === "review") return money.reviewReason ?? "short";
  if (money.isPrimary && money.status === "paid_by_other") return "paid_by_other";
  return "duplicate";
}

/** True where the seller may let the buyer have the file for what came. */
export function isAcceptable(money: IncomingPayment): boolean {
  const reason = reviewCaseOf(money);
  if (!money.isPrimary || money.status !== "review") return false;
  // A transaction settles one order, and an account owns a product once.
  return reason !== "owned" && reason !== "signature_used";
}

/** Less than this is dust: not worth the network fee of sending it back. */
export const MIN_RETURN_LAMPORTS = networkFee(2);

/**
 * What a refund sends back (lamports), and whether the order ends by it. `extra` leaves a sale
 * standing and returns only what was paid beside it.
 */
export function refundOf(
  money: IncomingPayment,
  scope: "all" | "extra",
): { lamports: bigint; closes: boolean } {
  const ends = money.status === "paid" || isUndecided(money.status);
  const closes = scope === "all" && money.isPrimary && ends;
  return { closes, lamports: closes ? money.balance : money.waiting };
}
