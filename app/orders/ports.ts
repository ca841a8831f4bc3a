import type { Right } from "../../db/orders/rights";
import type { Availability } from "../products/rules/sale-type";
import type { AcceptedShort } from "./rules/incoming-payment";
import type { PageViewer } from "./rules/live-socket";
import type { SettlementFacts } from "./rules/may-settle";
import type {
  BuiltTransaction,
  EndedReason,
  OfferedBlockhash,
  Order,
  PricedOrder,
  SignedTransaction,
  WrittenReviewReason,
} from "./rules/order";
import type { OrderRecord } from "./rules/order-record";
import type { OrderSource } from "./rules/order-source";
import type { ReleaseCause } from "./rules/order-state";
import type { Payment } from "./rules/payment";
import type { UnprovedHold } from "./rules/stock-limits";
import type { ThingKind } from "./rules/terms";
import type { Waiver } from "./rules/waiver";

/** `refused`: the conditions did not hold; `maySettle` has the reason. */
export type SettleOutcome = "settled" | "refused";

/** Orders as both sides read and write them. Every write of these interfaces is conditional and idempotent. */
export interface OrderStore {
  byId(id: string): Promise<Order | null>;
  /** The buyer's newest order for that product, whatever its state. */
  latestOf(buyerUid: string, productId: string): Promise<Order | null>;
  /**
   * With `replaces`, the same batch ends that open order, unless a transaction of it can still land.
   * A guest's ends his oldest order that nothing was built for, where he has as many as he may.
   * `source` is kept with the order: a name where the seller has made it, else what the referrer says.
   * False where the buyer, or the address without one, has an open order for that product.
   */
  insert(
    order: Order,
    nextPollAt: number,
    options?: { replaces?: string; source?: OrderSource },
  ): Promise<boolean>;
  /** False where the order is settled or has this suggested signature already. */
  reportSignature(id: string, signature: string, at: number): Promise<boolean>;
  /** Expires an open order that holds no unit; with a reason where that is before its time. */
  expire(id: string, at: number, reason?: EndedReason): Promise<void>;
}

export interface Standing {
  /** The live right to the product; `releaseId` is the one that was bought, null where not known. */
  purchase: Pick<Right, "orderId" | "releaseId" | "grantReason"> | null;
  /** The person's newest order for it, whatever its state. */
  latest: Order | null;
  /** The order of another account for it that the person's wallet paid. */
  claimable: Order | null;
}

/** Orders of a buyer for a product, for those who answer his requests. */
export interface BuyersOrders {
  /** The buyer's open order for that product. */
  openOf(buyerUid: string, productId: string): Promise<Order | null>;
  /** The open order without a buyer for that product that this address asked for. */
  openOfWallet(wallet: string, productId: string): Promise<Order | null>;
  /** The guest's open order for that product. */
  openOfGuest(secretHash: string, productId: string): Promise<Order | null>;
  /** The guest's newest order for that product, whatever its state. */
  latestOfGuest(secretHash: string, productId: string): Promise<Order | null>;
  /** The number of the guest's orders for which a transaction was built that can land. */
  countAwaitingOfGuest(secretHash: string): Promise<number>;
  /** Takes his ended orders for that product from the guest: their payers keep what they paid for. */
  forgetGuest(secretHash: string, productId: string, at: number): Promise<void>;
  /** True where this wallet paid for a purchase of that product which is still valid. */
  isPaidByWallet(wallet: string, productId: string): Promise<boolean>;
  /** What a person has of a product, in one read. */
  standingOf(buyer: { uid: string; wallet: string | null }, productId: string): Promise<Standing>;
  /** The number of the buyer's open orders. */
  countOpen(buyerUid: string): Promise<number>;
  /** Removes the bound wallet, so that any wallet may pay. False where the order is not open. */
  unbindWallet(id: string, at: number): Promise<boolean>;
  /**
   * Records the buyer's waiver, or that there is none. False where the order is neither open nor, with
   * `afterPayment`, paid without a waiver.
   */
  setWaiver(
    id: string,
    waiver: Waiver | null,
    options: { afterPayment: boolean; at: number },
  ): Promise<boolean>;
}

/** A thing of an order that is not free: held by others, or all of it sold. */
export interface MissingThing {
  kind: ThingKind;
  availability: Exclude<Availability, "available">;
}

/** Built transactions of orders, and the units of stock and other scarce things that are held for them. */
export interface UnitHolds {
  /**
   * Records a built transaction before the wallet gets it. With `hold` the same write takes what the order
   * needs, for the network address that asks; places in line count whose transaction is valid until
   * `minValidHeight`. Writes nothing where
   * - `changed`: the order is closed, or the recorded transaction is not `replaces` any more
   * - `out_of_stock`: nothing is left after those who wait in line, or something became free at that moment
   * - `share_used_up`: pre-signed ones hold or rest as many as product, code or network address may; or the
   *   order takes several things, or a use of a code that has few
   * - `too_many`: the account holds too many units
   * - `penalty`: wallet or account did not pay what they signed for
   */
  recordBuilt(
    id: string,
    built: BuiltTransaction,
    options: {
      hold: UnprovedHold | null;
      replaces: string | null;
      nextPollAt: number;
      minValidHeight: number;
    },
  ): Promise<"recorded" | "changed" | "out_of_stock" | "share_used_up" | "too_many" | "penalty">;
  /**
   * Records the blockhash of an unsigned message that a wallet signs first. False where the order is
   * closed or has a transaction that can land.
   */
  recordOffered(id: string, offered: OfferedBlockhash, at: number): Promise<boolean>;
  /**
   * Takes what the order needs, a unit of stock where the product is limited, for a transaction that the
   * wallet has signed, and stores its bytes and whom it is charged to: one conditional write. Of a guest's order they came
   * with the browser's secret, and the file of what they pay is that browser's. `slot` is the current one. Places in line count whose
   * transaction is valid until `minValidHeight`. Writes nothing where
   * - `changed`: the order is closed, has a transaction that can land, or the product other terms
   * - `held`: no unit is free, or those who wait in line come first
   * - `used_up`: something else that the order takes is not free
   * - `in_flight`: another payment of the account, or of a wallet that it is charged to, can still land
   * - `penalty`: one of those did not pay what they signed for
   */
  takeUnit(
    id: string,
    signed: SignedTransaction,
    options: { minValidHeight: number; slot: number; at: number },
  ): Promise<"taken" | "changed" | "held" | "used_up" | "in_flight" | "penalty">;
  /** What keeps the order from being paid besides a unit: a thing that is not free, sold ones first. */
  missingThing(id: string): Promise<MissingThing | null>;
  /** Until when the wallet, or one that the order is charged to, gets no unit; epoch ms. */
  penaltyEndsAt(id: string, wallet: string): Promise<number | null>;
  /** Records that as many nodes as must agree know the blockhash of the order's built transaction. */
  recordSeconded(id: string, transaction: string): Promise<void>;
  /** Moves the last block height at which the built transaction can land to an earlier one. */
  shortenLifetime(id: string, transaction: string, lastValidBlockHeight: number): Promise<void>;
  /**
   * Removes the built transaction, which can't land or run any more, and frees what it held. A
   * pre-signed one that expired leaves a rest, a co-signed one a penalty of those it is charged to:
   * with `rejected`, and with `expired` where its blockhash was known to two nodes. With `unsignable`
   * the order expires.
   */
  releaseBuiltTransaction(
    id: string,
    lastValidBlockHeight: number,
    cause: ReleaseCause,
    at: number,
  ): Promise<void>;
}

/** Payments that settle an order, and their end: final, or rolled back. */
export interface Settlements {
  /** What `maySettle` asks about a payment; null for an unknown order. `claimedBy`: who claims it. */
  settlement(
    id: string,
    payment: Payment,
    options: {
      claimedBy?: string | null;
      /** The seller accepts it. */
      isAccepted?: boolean;
      at: number;
    },
  ): Promise<{ order: Order; facts: Omit<SettlementFacts, "way"> } | null>;
  /**
   * Purchase, stock, ledger and order in one batch, on the conditions of `maySettle` in that moment. For
   * `settleIfAllowed` alone, which asks the rule. `settled`: written now or by an earlier call with the
   * same signature; also records the payment of a file that was granted after a rollback.
   */
  settle(
    id: string,
    payment: Payment,
    at: number,
    /** Set where finality is known already or not needed. Epoch ms. */
    finalizedAt?: number | null,
    /** The seller accepts it. */
    isAccepted?: boolean,
  ): Promise<SettleOutcome>;
  /** Settles an order that another wallet paid, and makes that wallet's owner the buyer. */
  claim(id: string, buyerUid: string, payment: Payment, at: number): Promise<SettleOutcome>;
  /**
   * The seller accepts what a wallet paid below the price: purchase, unit of stock, ledger and order in
   * one batch. It is revenue, but no sale, and is final. Also refused where the order is neither open nor
   * expired, a signed payment is on its way, a refund is open, or another amount waits.
   */
  acceptShort(id: string, payment: AcceptedShort, at: number): Promise<SettleOutcome>;
  /** `nextPollAt` is written in the same row. Epoch ms. */
  finalize(id: string, signature: string, at: number, nextPollAt: number): Promise<void>;
  /** Undoes a rolled back settlement: revokes purchase and links, and sets the order to `review`. */
  rollBack(id: string, signature: string, at: number): Promise<void>;
}

/** Payments that settle no order. */
export interface UnsettledPayments {
  /**
   * Records a payment that can't settle the order and sets the order to `review`. One that is in review
   * with another payment keeps that, unless this wallet is the one that the order was opened for.
   */
  review(id: string, reason: WrittenReviewReason, payment: Payment, at: number): Promise<void>;
  /**
   * Records a valid payment from another wallet than the bound one. An order that waits for a decision on
   * another payment stays as it is.
   */
  misdirected(id: string, payment: Payment, at: number): Promise<void>;
  /** Records, once, a payment that does not change the order's state. */
  record(id: string, kind: "duplicate", payment: Payment, at: number): Promise<void>;
  /**
   * Records, once, what each wallet sent in a payment below the price. The largest have ledger entries
   * (`MAX_SHORT_ENTRIES`); the others, and amounts that `isDust`, are a sum of the order.
   */
  recordShort(order: PricedOrder, payment: Payment, at: number): Promise<void>;
  /**
   * Reverses what is on record of an undecided payment that the chain has dropped. An order that waited
   * for a decision on it expires; a late payment can still settle it.
   */
  drop(id: string, signature: string, at: number): Promise<void>;
  /** Ends the review of a rolled back sale. The order expires; a late payment can still settle it. */
  dismiss(id: string, at: number): Promise<boolean>;
}

/** When orders are polled, and what is known of the signatures that a poll finds. */
export interface PolledOrders {
  /**
   * Sets when the sweep polls the order at the latest (epoch ms); null for never. With `stored`, the
   * time that was read: not where another one was written since, for what is due then is not known to
   * the caller; and without a statement where the stored time is close enough.
   */
  schedulePoll(id: string, nextPollAt: number | null, stored?: number | null): Promise<void>;
  /** Ids of orders whose poll is overdue, longest first. */
  overdue(now: number, limit: number): Promise<string[]>;
  /**
   * The number of awaiting orders that were written to later than this one, of the same buyer or,
   * without a buyer, for the same wallet. Counts up to `atMost`.
   */
  countNewerAwaiting(
    order: Pick<Order, "id" | "buyerUid" | "built">,
    atMost: number,
  ): Promise<number>;
  /** Those of these signatures that settle an order. */
  settledSignatures(signatures: string[]): Promise<Set<string>>;
  /** Those of them that have settled an order and name no other one. */
  settledAlone(signatures: string[]): Promise<Set<string>>;
  /** True where the ledger has a payment of the order by this transaction. */
  isRecorded(id: string, signature: string): Promise<boolean>;
  /** Orders that have one of these keys as their reference; at most 64 keys. */
  byReferences(references: string[]): Promise<Order[]>;
}

/** The orders of the database: one repository, whose interfaces are cut by reader. */
export interface Orders
  extends OrderStore,
    BuyersOrders,
    UnitHolds,
    Settlements,
    UnsettledPayments,
    PolledOrders {}

/** Terms of orders outside the database, by reference. */
export interface OrderRecords {
  /** Written before a wallet gets anything that can land. Replaces the order's earlier record. */
  put(order: Order, releaseId: string | null): Promise<void>;
  /** Null where there is none of a known version. */
  read(reference: string): Promise<OrderRecord | null>;
  remove(references: string[]): Promise<void>;
}

/** What a request gets that waits for a poll. `slow`: the poll goes on, or has failed. */
export type PollAnswer = PolledOrder | { kind: "slow" };

export interface PolledOrder {
  kind: "polled";
  /** As stored after the poll. */
  order: Order;
  /** False where the network did not answer, or one node alone has what may be a payment. */
  isCertain: boolean;
}

/** Notifies the Durable Object of an order. The sweep makes up for a lost call. */
export interface OrderWatcher {
  /** A transaction was built for the order; `forPage` where its page reports the signature. */
  built(orderId: string, forPage?: boolean): Promise<void>;
  /** The buyer's browser reported a signature. */
  suggested(orderId: string): Promise<void>;
  /** The order changed or its page was opened: polls, and updates open pages. */
  changed(orderId: string): Promise<void>;
  /**
   * A payment was found that the database lacks: it may have been restored from a copy. Discards what
   * the object has verified, and polls.
   */
  restored(orderId: string): Promise<void>;
  /** The next poll of the order is overdue. */
  overdue(orderId: string): Promise<void>;
  /**
   * Polls the order now, for a payment that nobody has noticed: by its own key, on a node that has
   * reached the slot `minSlot`. Answers within some seconds and does not throw.
   */
  look(orderId: string, minSlot: number): Promise<PollAnswer>;
  /**
   * Polls the order now: settles it, or releases its built transaction, with the unit that it holds,
   * where that can't land any more. Answers within some seconds and does not throw.
   */
  release(orderId: string): Promise<PollAnswer>;
  /** Answers a WebSocket upgrade; the socket gets every change of the order while the session lasts. */
  watch(orderId: string, viewer: PageViewer): Promise<Response>;
}

/** Ed25519 keys of orders. */
export interface ReferenceKeys {
  /** Generates a key pair. */
  generate(): Promise<{ address: string; encryptedSecret: string }>;
  /** False where the secret key can't be decrypted: the session secret has changed. */
  canSign(encryptedSecret: string): Promise<boolean>;
  /** Signs with an encrypted secret key. Throws where it can't be decrypted. */
  sign(encryptedSecret: string, message: Uint8Array): Promise<Uint8Array>;
  /** The secret key encrypted under the session secret of today; null where it can't be decrypted. */
  reseal(encryptedSecret: string): Promise<string | null>;
}

/** A paid order. */
export interface SettledOrder {
  id: string;
  /** The buyer. */
  uid: string;
  productId: string;
  /** Epoch ms; null for an order that was granted by an older Worker. */
  settledAt: number | null;
  waiver: Waiver | null;
}

export interface IssuedDownload {
  /** Absolute. */
  downloadUrl: string;
  /** Latest start of the download. Epoch ms. */
  expiresAt: number;
}

/**
 * The first download token of a settlement. It is derived from a secret of the server, so that its
 * hash is written with the purchase and the token itself is never stored.
 */
export interface FirstTokens {
  /** 43 characters of base64url. `settledAt` in epoch ms, as the order has it. */
  tokenOf(orderId: string, settledAt: number): Promise<string>;
  /** As `download_tokens` stores it. */
  hashOf(orderId: string, settledAt: number): Promise<string>;
}

/**
 * Download links; implemented by the library. The methods throw `not_found` without a purchase.
 */
export interface DownloadLinks {
  /** The link that was written with the purchase while it is unused and can start, else a new one. */
  ofOrder(order: SettledOrder): Promise<IssuedDownload>;
  /** A new link that the buyer requested. */
  refresh(input: { uid: string; productId: string }): Promise<IssuedDownload>;
}

/** Reads the balances of all who hold a unit by a signed payment, or wait for one, until there is none. */
export interface StockWatcher {
  /** Does not throw: the sweep makes up for a lost call. */
  start(): Promise<void>;
}
