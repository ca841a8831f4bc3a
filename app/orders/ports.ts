import type { BuiltTransaction, Order, ReviewReason } from "./rules/order";
import type { Payment } from "./rules/verify-payment";

export type SettleOutcome = "settled" | "duplicate" | "no_stock" | "signature_used";

/** Orders in the record. Every write is conditional and may be repeated: the same result twice. */
export interface Orders {
  byId(id: string): Promise<Order | null>;
  /** The buyer's order for that product that may still be paid by itself. */
  openOf(buyerUid: string, productId: string): Promise<Order | null>;
  /** The buyer's newest order for that product, whatever its state. */
  latestOf(buyerUid: string, productId: string): Promise<Order | null>;
  /** The order for that product that this wallet paid in another's place; null where there is none. */
  paidByOther(productId: string, payerWallet: string): Promise<Order | null>;
  /** How many orders of the buyer are open. */
  countOpen(buyerUid: string): Promise<number>;
  /** False where the buyer has an open order for that product already. */
  insert(order: Order, nextPollAt: number): Promise<boolean>;
  /**
   * Records the transaction that a wallet is about to be given, and takes a unit of stock in the
   * same write where `hold` is asked for and none is held yet. `replaces` is the transaction that
   * the caller saw: where another one was recorded in between, nothing is written. Nor where the
   * account or the wallet holds `maxHolds` units already, or the wallet holds one of this product.
   */
  recordBuilt(
    id: string,
    built: BuiltTransaction,
    options: { hold: boolean; maxHolds: number; replaces: string | null; nextPollAt: number },
  ): Promise<"recorded" | "out_of_stock" | "too_many" | "changed">;
  reportSignature(id: string, signature: string, at: number): Promise<void>;
  /** Any wallet may pay from now on. False where the order is not open. */
  unbindWallet(id: string, at: number): Promise<boolean>;
  /**
   * Purchase, stock, ledger and order in one batch.
   * - `settled`: done, now or by an earlier call with the same signature; a file that the seller
   *   gave for a payment that was gone is paid for now
   * - `duplicate`: the order is settled by another signature, or the buyer owns the product
   * - `no_stock`: no unit is held for it and none is left
   * - `signature_used`: the transaction settles another order
   */
  settle(
    id: string,
    payment: Payment,
    at: number,
    /** Given where nobody needs to ask any more whether the transaction became final. Epoch ms. */
    finalizedAt?: number,
  ): Promise<SettleOutcome>;
  /** The same for an order paid by another wallet, whose owner takes the buyer's place. */
  claim(id: string, buyerUid: string, payment: Payment, at: number): Promise<SettleOutcome>;
  /** A payment can't settle by itself; the order goes to `review`. */
  review(id: string, reason: ReviewReason, payment: Payment, at: number): Promise<void>;
  /** The right payment from the wrong wallet. */
  misdirected(id: string, payment: Payment, at: number): Promise<void>;
  /** Money that belongs to the order and changes nothing of its state; once, as whatever it came. */
  record(id: string, kind: "duplicate" | "short", payment: Payment, at: number): Promise<void>;
  /** The built transaction can't land any more; its unit of stock is free again. */
  releaseExpiredTransaction(id: string, lastValidBlockHeight: number, at: number): Promise<void>;
  expire(id: string, at: number): Promise<void>;
  /** Ends the review of a sale whose transaction is gone: the order is open for late payments only. */
  dismiss(id: string, at: number): Promise<boolean>;
  finalize(id: string, signature: string, at: number): Promise<void>;
  /** The settling transaction was rolled back: purchase and links are revoked, the order goes to `review`. */
  rollBack(id: string, signature: string, at: number): Promise<void>;
  /** When the sweep takes over; null when no poll is due. */
  schedulePoll(id: string, nextPollAt: number | null): Promise<void>;
  /** Those of these transactions that some order rests on already. */
  knownSignatures(signatures: string[]): Promise<Set<string>>;
  /** Those of these transactions that settle some order. */
  settledSignatures(signatures: string[]): Promise<Set<string>>;
  /** Orders that have one of these keys as their reference; at most 64 keys. */
  byReferences(references: string[]): Promise<Order[]>;
  /** Ids of orders whose poll is overdue, longest first. */
  overdue(now: number, limit: number): Promise<string[]>;
}

/** One reader of the platform's address for all awaiting orders. */
export interface PlatformSignatureCache {
  /**
   * Signatures of confirmed transactions that name this key beside the platform's, newest first, as
   * of at most `staleMs` ago. Null where it may have missed one of the last `sinceAgoMs`.
   */
  signaturesFor(key: string, sinceAgoMs: number, staleMs: number): Promise<string[] | null>;
}

/** The one watcher of each order. A lost call is repeated by the sweep. */
export interface OrderWatcher {
  /** A transaction was built for it. */
  built(orderId: string): Promise<void>;
  /** The browser named the transaction that pays it. */
  suggested(orderId: string): Promise<void>;
  /** Its page was opened, or the order changed: poll, and update open pages. */
  changed(orderId: string): Promise<void>;
  /** Its poll is overdue. */
  overdue(orderId: string): Promise<void>;
  /** Answers a WebSocket upgrade: the viewer is told of every change. */
  watch(orderId: string, viewerUid: string): Promise<Response>;
}

/** Ed25519 keys of orders. */
export interface ReferenceKeys {
  /** A fresh key pair: the address, and the encrypted secret key. */
  generate(): Promise<{ address: string; encryptedSecret: string }>;
  /** Signs with an encrypted secret key. */
  sign(encryptedSecret: string, message: Uint8Array): Promise<Uint8Array>;
}

export interface IssuedDownload {
  /** Absolute. */
  downloadUrl: string;
  /** Epoch ms until which the download must have been started. */
  expiresAt: number;
}

/** Links to a bought file; the library makes them. Both throw `not_found` where there is no right to it. */
export interface DownloadLinks {
  /** A fresh link, also for the seller of the file. */
  issue(input: { uid: string; productId: string }): Promise<IssuedDownload>;
  /** A fresh link for the owner of a purchase, who asked for it. */
  refresh(input: { uid: string; productId: string }): Promise<IssuedDownload>;
}
