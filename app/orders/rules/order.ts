import type { SaleType } from "../../products/rules/sale-type";
import type { Charge } from "./charged-wallets";
import type { GrantReason } from "./grant";
import type { BuiltForm, OrderState, OrderStatus } from "./order-state";
import type { OrderTerms } from "./payment";
import type { Terms } from "./terms";
import type { Waiver } from "./waiver";

/** State of the scarce things that the order takes: all of them are held, or none is. */
export type Hold = "none" | "held" | "sold" | "released";

/** Of orders that have what they take. */
export const UNIT_HOLDS = ["held", "sold"] as const satisfies readonly Hold[];

export const REVIEW_REASONS = [
  /** Less than the price was paid. Only an older Worker writes it. */
  "short",
  /** The payment was confirmed and then rolled back. */
  "rolled_back",
  /** A valid payment arrived without a hold, and no unit, or no use of its code, was left. */
  "no_stock",
  /** The same transaction settles another order. */
  "signature_used",
  /**
   * The payment arrived after the order had expired and the product's price or status had changed.
   */
  "late",
  /** The buyer owns the product by another order. */
  "owned",
  /** The seller received the whole price of an order that others share in. */
  "not_shared",
  /** The buyer had used the order's code as often as one person may. */
  "code_used",
  /** The buyer no longer has an item that the price of the bundle was lowered for. */
  "credit_gone",
] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];
/** Those that this version writes. */
export type WrittenReviewReason = Exclude<ReviewReason, "short">;

/** Why an order expired before its time. */
export const ENDED_REASONS = [
  /** The terms had changed, and the buyer has another order on the new ones. */
  "replaced",
  /** The secret key of its reference can't be decrypted, so its transaction can't be signed. */
  "unsignable",
  /** The seller has deleted the product. */
  "withdrawn",
] as const;
export type EndedReason = (typeof ENDED_REASONS)[number];

/** The transaction that was last built for the order. */
export interface BuiltTransaction {
  /** Wire bytes, base64. */
  transaction: string;
  /** The wallet that requested it. */
  account: string;
  /** Epoch ms. */
  at: number;
  lastValidBlockHeight: number;
  form: BuiltForm;
  /** Of signed bytes: the slot that a node had reached when they were taken. */
  slot?: number;
  /** True once as many nodes as must agree have known its blockhash. */
  isSeconded?: boolean;
}

/** A transaction that a wallet has signed; the order's reference has not. */
export interface SignedTransaction {
  /** Wire bytes, base64. */
  transaction: string;
  /** The wallet that pays the seller. */
  account: string;
  /** The first signature, which identifies the transaction. */
  signature: string;
  /** An upper limit where the wallet chose the blockhash. */
  lastValidBlockHeight: number;
  /** Whom it is charged to; absent where that was recorded before. */
  charges?: Charge[];
}

export interface LineEntry extends SignedTransaction {
  orderId: string;
}

/** The blockhash of an unsigned message that a wallet was given to sign first. */
export interface OfferedBlockhash {
  blockhash: string;
  lastValidBlockHeight: number;
}

/** What is known of the browser without an account that opened an order. */
export interface GuestOrder {
  /** Hex SHA-256 of the browser's secret. */
  secretHash: string;
  /** The address that the browser named, or that signed. */
  wallet: string;
  /** The transaction that came signed with the secret and that the server co-signs; null for none. */
  signature: string | null;
}

/** An attempt to buy, with the terms at its creation. Amounts in lamports, times in epoch ms. */
export interface Order {
  id: string;
  productId: string;
  ownerUid: string;
  /** Null until it is paid where an unproved wallet opened it: the payer becomes the buyer. */
  buyerUid: string | null;
  /** The wallet that must pay, after settlement the one that paid; null while any wallet may pay. */
  buyerWallet: string | null;
  status: OrderStatus;
  paymentRequested: boolean;
  /** What is bought and who receives what; the next five fields are parts of it or stand beside it. */
  terms: Terms;
  priceLamports: bigint;
  feeBps: number;
  recipient: string;
  platform: string;
  reference: string;
  /** Encrypted secret key of the reference; only where `referenceSigns`. */
  referenceSecret: string | null;
  label: string;
  message: string;
  saleType: SaleType;
  createdAt: number;
  expiresAt: number;
  built: BuiltTransaction | null;
  offered: OfferedBlockhash | null;
  /** The browser without an account that opened the order; null for accounts and bare wallets. */
  guest: GuestOrder | null;
  hold: Hold;
  suggestedSignature: string | null;
  /** The transaction that settled the order, or the one in review. */
  signature: string | null;
  /** The slot of that transaction. */
  slot: number | null;
  payerWallet: string | null;
  /** Amount of the payment; 0 for a file that was granted after a rollback. */
  paidLamports: bigint | null;
  /** Why nothing was paid; null for an order that was, or may be. */
  grantReason: GrantReason | null;
  reviewReason: ReviewReason | null;
  /** Sum of payments below the price, which settle nothing. */
  shortLamports: bigint;
  /** Null where the order did not expire before its time. */
  endedReason: EndedReason | null;
  settledAt: number | null;
  finalizedAt: number | null;
  /** Null where the buyer has kept the right of withdrawal. */
  waiver: Waiver | null;
  /** When the sweep takes over; null where nothing is due. Epoch ms. */
  nextPollAt: number | null;
}

/** What a payment below the price is recorded for. */
export type PricedOrder = Pick<Order, "id" | "priceLamports">;

/** The fields of an order that no transaction was built for, and that nobody has paid. */
export const UNPAID = {
  built: null,
  offered: null,
  hold: "none",
  suggestedSignature: null,
  signature: null,
  slot: null,
  payerWallet: null,
  paidLamports: null,
  grantReason: null,
  reviewReason: null,
  shortLamports: 0n,
  endedReason: null,
  settledAt: null,
  finalizedAt: null,
  nextPollAt: null,
} as const satisfies Partial<Order>;

/** True for orders of units, uses of a code or keys, which are held while their transaction can land. */
export function isScarce({ terms }: Pick<Order, "terms">): boolean {
  return terms.takes.length > 0;
}

/** True for orders that take more than a unit of their product. */
export function takesOtherThings({
  terms,
  productId,
}: Pick<Order, "terms" | "productId">): boolean {
  return terms.takes.some((thing) => thing !== `unit:${productId}`);
}

/**
 * True where the order's reference signs its transactions: of orders that take something scarce, and of
 * guests.
 */
export function referenceSigns(order: Pick<Order, "terms" | "referenceSecret">): boolean {
  return isScarce(order) || order.referenceSecret !== null;
}

/** The wallet that the order was opened for; null where none was named. */
export function expectedWallet({
  buyerWallet,
  guest,
}: Pick<Order, "buyerWallet" | "guest">): string | null {
  return buyerWallet ?? guest?.wallet ?? null;
}

/** True once the state can't change: no payment can settle the order, and no rollback undo it. */
export function isFinal({ status, finalizedAt }: Order): boolean {
  return status === "refunded" || (status === "paid" && finalizedAt !== null);
}

/** The transaction that settled the order; null where none did. */
export function settlingSignature(order: Order): string | null {
  return order.status === "paid" && !isGrantedWithoutPayment(order) ? order.signature : null;
}

/** The seller granted the file after a rollback. */
export function isGrantedWithoutPayment({ grantReason }: Pick<Order, "grantReason">): boolean {
  return grantReason !== null;
}

/** The terms that a payment is verified against. An address that is only claimed binds no payer. */
export function termsOf(order: Order): OrderTerms {
  const { reference, recipient, platform } = order;
  const boundWallet = order.buyerUid === null ? null : order.buyerWallet;
  return { reference, recipient, platform, legs: order.terms.legs, boundWallet };
}

/** The part of an order that the lifecycle works on. */
export function stateOf(order: Order): OrderState {
  const { status, createdAt, expiresAt, built, signature, settledAt } = order;
  const expected = expectedWallet(order) ?? built?.account;
  const settled = status === "paid" && signature !== null && settledAt !== null;
  return {
    status,
    createdAt,
    expiresAt,
    built: built && {
      at: built.at,
      lastValidBlockHeight: built.lastValidBlockHeight,
      form: built.form,
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
