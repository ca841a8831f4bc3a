import type { SaleType } from "../../products/rules/sale-type";
import type { OrderState, OrderStatus } from "./order-state";
import type { OrderTerms } from "./verify-payment";

/** State of the unit of stock that an order may have taken. */
export type Hold = "none" | "held" | "sold" | "released";

export const REVIEW_REASONS = [
  /** Less than the price came. */
  "short",
  /** The payment was confirmed and then rolled back. */
  "rolled_back",
  /** A valid payment came without a hold and no unit was left. */
  "no_stock",
  /** The same transaction settles another order. */
  "signature_used",
  /** The payment came after the order had expired and the product's price or status had changed. */
  "late",
  /** The buyer owns the product by another order. */
  "owned",
] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/** The transaction that was last built for the order. */
export interface BuiltTransaction {
  /** Wire bytes, base64. */
  transaction: string;
  /** The wallet that asked for it. */
  account: string;
  /** Epoch ms. */
  at: number;
  lastValidBlockHeight: number;
}

/** One attempt to buy, with the terms frozen when it was opened. Amounts in lamports, times in epoch ms. */
export interface Order {
  id: string;
  productId: string;
  ownerUid: string;
  buyerUid: string | null;
  /** The wallet that must pay, then the one that paid; null while any wallet may. */
  buyerWallet: string | null;
  status: OrderStatus;
  paymentRequested: boolean;
  priceLamports: bigint;
  sellerLamports: bigint;
  feeLamports: bigint;
  feeBps: number;
  recipient: string;
  platform: string;
  reference: string;
  /** Encrypted secret key of the reference; only for unique and limited products. */
  referenceSecret: string | null;
  label: string;
  message: string;
  saleType: SaleType;
  createdAt: number;
  expiresAt: number;
  built: BuiltTransaction | null;
  hold: Hold;
  suggestedSignature: string | null;
  /** The transaction that settled the order, or the one that is under review. */
  signature: string | null;
  /** The slot that the transaction landed in. */
  slot: number | null;
  payerWallet: string | null;
  /** Amount of the payment; 0 for a file that was granted after a rollback. */
  paidLamports: bigint | null;
  reviewReason: ReviewReason | null;
  settledAt: number | null;
  finalizedAt: number | null;
}

/** A unique or limited product is sold by a transaction that the order's own key has signed. */
export function isPreSigned({ saleType }: Pick<Order, "saleType">): boolean {
  return saleType !== "infinite";
}

/** True once no payment can settle the order any more, and no rollback can undo its settlement. */
export function isFinal({ status, finalizedAt }: Order): boolean {
  return status === "refunded" || (status === "paid" && finalizedAt !== null);
}

/** The transaction that settled the order; null where none did. */
export function settlingSignature(order: Order): string | null {
  return order.status === "paid" && !isGrantedWithoutPayment(order) ? order.signature : null;
}

/** The seller granted the file after a rollback. */
function isGrantedWithoutPayment({ paidLamports }: Order): boolean {
  return paidLamports === 0n;
}

/** The terms that a payment is verified against. */
export function termsOf(order: Order): OrderTerms {
  const { reference, recipient, platform, sellerLamports, feeLamports, buyerWallet } = order;
  return { reference, recipient, platform, sellerLamports, feeLamports, boundWallet: buyerWallet };
}

/** The part of an order that the lifecycle works on. */
export function stateOf(order: Order): OrderState {
  const { status, createdAt, expiresAt, built, buyerWallet, signature, settledAt } = order;
  const expected = buyerWallet ?? built?.account;
  const settled = status === "paid" && signature !== null && settledAt !== null;
  return {
    status,
    createdAt,
    expiresAt,
    built: built && {
      at: built.at,
      lastValidBlockHeight: built.lastValidBlockHeight,
      preSigned: isPreSigned(order),
    },
    wallets: expected ? [expected] : [],
    settlement: settled
      ? {
          signature,
          at: settledAt,
          finalized: order.finalizedAt !== null,
          grantedWithoutPayment: isGrantedWithoutPayment(order),
        }
      : null,
  };
}
