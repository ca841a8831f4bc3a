import type { BuiltTransaction, Order, ReviewReason } from "./rules/order";
import type { Payment } from "./rules/verify-payment";

export type SettleOutcome = "settled" | "duplicate" | "no_stock" | "signature_used";

/** Orders in the database. Every write is conditional and idempotent. */
export interface Orders {
  byId(id: string): Promise<Order | null>;
  /** The buyer's open order for that product. */
  openOf(buyerUid: string, productId: string): Promise<Order | null>;
  /** The buyer's newest order for that product, whatever its state. */
  latestOf(buyerUid: string, productId: string): Promise<Order | null>;
  /** The order of another account for that product that this wallet paid, or null. */
  paidByOther(productId: string, payerWallet: string): Promise<Order | null>;
  /** The number of the buyer's open orders. */
  countOpen(buyerUid: string): Promise<number>;
  /** False where the buyer has an open order for that product already. */
  insert(order: Order, nextPollAt: number): Promise<boolean>;
  /**
   * Records a built transaction before the wallet gets it. With `hold` the same write takes a unit
   * of stock, unless the order holds one. Writes nothing where the recorded transaction is not
   * `replaces` any more (`changed`), or where account or wallet hold `maxHolds` units or the wallet
   * holds one of this product (`too_many`).
   */
  recordBuilt(
    id: string,
    built: BuiltTransaction,
    options: { hold: boolean; maxHolds: number; replaces: string | null; nextPollAt: number },
  ): Promise<"recorded" | "out_of_stock" | "too_many" | "changed">;
  reportSignature(id: string, signature: string, at: number): Promise<void>;
  /** Removes the bound wallet, so that any wallet may pay. False where the order is not open. */
  unbindWallet(id: string, at: number): Promise<boolean>;
  /**
   * Purchase, stock, ledger and order in one batch.
   * - `settled`: written now or by an earlier call with the same signature; also records the
   *   payment of a file that was granted after a rollback
   * - `duplicate`: the order is settled by another signature, or the buyer owns the product
   * - `no_stock`: no unit is held for it and none is left
   * - `signature_used`: the transaction settles another order
   */
  settle(
    id: string,
    payment: Payment,
    at: number,
    /** Set where finality is known already or not needed. Epoch ms. */
    finalizedAt?: number,
  ): Promise<SettleOutcome>;
  /** Settles an order that another wallet paid, and makes its owner the buyer. */
  claim(id: string, buyerUid: string, payment: Payment, at: number): Promise<SettleOutcome>;
  /** Records a payment that can't settle the order and sets the order to `review`. */
  review(id: string, reason: ReviewReason, payment: Payment, at: number): Promise<void>;
  /** Records a valid payment from another wallet than the bound one. */
  misdirected(id: string, payment: Payment, at: number): Promise<void>;
  /** Records, once, a payment that does not change the order's state. */
  record(id: string, kind: "duplicate" | "short", payment: Payment, at: number): Promise<void>;
  /** Removes the built transaction, which can't land any more, and releases its unit of stock. */
  releaseExpiredTransaction(id: string, lastValidBlockHeight: number, at: number): Promise<void>;
  expire(id: string, at: number): Promise<void>;
  /**
   * Ends the review of a rolled back sale. The order expires; a late payment can still settle it.
   */
  dismiss(id: string, at: number): Promise<boolean>;
  finalize(id: string, signature: string, at: number): Promise<void>;
  /**
   * Undoes a rolled back settlement: revokes purchase and links, and sets the order to `review`.
   */
  rollBack(id: string, signature: string, at: number): Promise<void>;
  /** Sets when the sweep polls the order at the latest (epoch ms); null for never. */
  schedulePoll(id: string, nextPollAt: number | null): Promise<void>;
  /** Those of these signatures that are recorded in an order. */
  knownSignatures(signatures: string[]): Promise<Set<string>>;
  /** Those of these signatures that settle an order. */
  settledSignatures(signatures: string[]): Promise<Set<string>>;
  /** Orders that have one of these keys as their reference; at most 64 keys. */
  byReferences(references: string[]): Promise<Order[]>;
  /** Ids of orders whose poll is overdue, longest first. */
  overdue(now: number, limit: number): Promise<string[]>;
}

/** One reader of the platform's address for all awaiting orders. */
export interface PlatformSignatureCache {
  /**
   * Signatures of confirmed transactions that name this key and the platform's address, newest
   * first, read at most `staleMs` ago. Null where one of the last `sinceAgoMs` may be missing.
   */
  signaturesFor(key: string, sinceAgoMs: number, staleMs: number): Promise<string[] | null>;
}

/** Notifies the Durable Object of an order. The sweep makes up for a lost call. */
export interface OrderWatcher {
  /** A transaction was built for the order. */
  built(orderId: string): Promise<void>;
  /** The buyer's browser reported a signature. */
  suggested(orderId: string): Promise<void>;
  /** The order changed or its page was opened: polls, and updates open pages. */
  changed(orderId: string): Promise<void>;
  /** The next poll of the order is overdue. */
  overdue(orderId: string): Promise<void>;
  /** Answers a WebSocket upgrade; the socket gets every change of the order. */
  watch(orderId: string, viewerUid: string): Promise<Response>;
}

/** Ed25519 keys of orders. */
export interface ReferenceKeys {
  /** Generates a key pair. */
  generate(): Promise<{ address: string; encryptedSecret: string }>;
  /** Signs with an encrypted secret key. */
  sign(encryptedSecret: string, message: Uint8Array): Promise<Uint8Array>;
}

export interface IssuedDownload {
  /** Absolute. */
  downloadUrl: string;
  /** Latest start of the download. Epoch ms. */
  expiresAt: number;
}

/**
 * Download links; implemented by the library. Both methods throw `not_found` without a purchase.
 */
export interface DownloadLinks {
  /** A new link for the buyer or the seller. */
  issue(input: { uid: string; productId: string }): Promise<IssuedDownload>;
  /** A new link that the buyer requested. */
  refresh(input: { uid: string; productId: string }): Promise<IssuedDownload>;
}
