import type { Pace } from "../../solana/pace";

export const ORDER_STATUSES = [
  "pending",
  "awaiting",
  "paid",
  "paid_by_other",
  "review",
  "expired",
  "refunded",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** An unpaid order expires after this time. */
export const ORDER_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** The sweep polls an order whose own object is late by this time. */
export const OVERDUE_AFTER_MS = 120_000;

/** Of unpaid orders for which a transaction may be built. */
export const OPEN_STATUSES = ["pending", "awaiting"] as const satisfies readonly OrderStatus[];

/** Of orders for which no money came that covers the price. */
export const UNPAID_STATUSES = [
  ...OPEN_STATUSES,
  "expired",
] as const satisfies readonly OrderStatus[];

export function isUnpaid(status: OrderStatus): status is (typeof UNPAID_STATUSES)[number] {
  return UNPAID_STATUSES.some((unpaid) => unpaid === status);
}

/** True while a transaction may be built for the order; a valid payment settles it then. */
export function isOpen(status: OrderStatus): status is (typeof OPEN_STATUSES)[number] {
  return OPEN_STATUSES.some((open) => open === status);
}

/** Of orders with an incoming payment that did not settle them: a decision is needed. */
export const UNDECIDED_STATUSES = [
  "review",
  "paid_by_other",
] as const satisfies readonly OrderStatus[];

export function isUndecided(status: OrderStatus): status is (typeof UNDECIDED_STATUSES)[number] {
  return UNDECIDED_STATUSES.some((undecided) => undecided === status);
}

/** Of orders that no further payment settles. */
export const CLOSED_STATUSES = ["paid", "refunded"] as const satisfies readonly OrderStatus[];

/** True while a valid payment would still settle the order, open or not. */
export function canSettle(status: OrderStatus): boolean {
  return !CLOSED_STATUSES.some((closed) => closed === status);
}

/** Of orders that a refund of their payment ends. */
export const REFUNDABLE_STATUSES = [
  "paid",
  ...UNDECIDED_STATUSES,
] as const satisfies readonly OrderStatus[];

/**
 * How a transaction was built.
 * - `unsigned`: of an unlimited product; a wallet may renew its blockhash
 * - `presigned`: signed by the order's reference before the wallet
 * - `cosigned`: signed by the wallet first; the server adds the reference's signature and sends it
 */
export const BUILT_FORMS = ["unsigned", "presigned", "cosigned"] as const;
export type BuiltForm = (typeof BUILT_FORMS)[number];

/** The last transaction that was built for an order. */
export interface Built {
  /** Epoch ms. */
  at: number;
  /** Block height after which its blockhash is refused. */
  lastValidBlockHeight: number;
  form: BuiltForm;
}

/** The order as the lifecycle needs it; read from the database. */
export interface OrderState {
  status: OrderStatus;
  /** Epoch ms. */
  createdAt: number;
  /** Epoch ms. */
  expiresAt: number;
  built: Built | null;
  /** Wallets from which a payment is expected: the bound one, or those that asked. Empty: any. */
  wallets: string[];
  settlement: Settlement | null;
}

/** The transaction that settled an order. */
interface Settlement {
  signature: string;
  /** Epoch ms. */
  at: number;
  finalized: boolean;
  /** True where the seller granted the file after a rollback: no payment is on record. */
  grantedWithoutPayment: boolean;
}

/** State of the watcher alone. If it is lost, some polls are repeated and no payment is missed. */
export interface WatchState {
  /** Last event that made a payment likely: built, suggested, page opened. Epoch ms. */
  lastActivityAt: number;
  /** True where the buyer's page reports the signature of what was built last. */
  isReported?: boolean;
  /** When a signature was last suggested, or the server got signed bytes. Epoch ms; absent for never. */
  suggestedAt?: number;
  /** Number of consecutive polls without an answer of the network. */
  failures: number;
  /** First poll in which one node alone had a payment; absent where the last one did not. Epoch ms. */
  unconfirmedSince?: number | undefined;
  /** True once a pending order has used the one poll that a reopened page causes. */
  openPollSpent: boolean;
  /** Number of consecutive polls that did not find the settling transaction. */
  missedPolls: number;
  /** True while the network lists transactions of the order that are not verified yet. */
  unread: boolean;
  /** Polls in which unread transactions kept the built transaction from being released. Absent: none. */
  unreadRounds?: number;
  /** When the network was last searched for the order. Epoch ms; 0 for never. */
  searchedAt: number;
  /** When an unsigned transaction last expired. Epoch ms; absent where none did. */
  lapsedAt?: number;
  /** When the signed payment was last sent to the nodes. Epoch ms. */
  pushedAt?: number;
  /** When the newest page that is open now was opened, or shown again. Epoch ms; absent for none. */
  pageOpenedAt?: number | undefined;
  /** Start of the last complete search by the order's own key (epoch ms). Absent where one is due. */
  ownSearchAt?: number | undefined;
  /** How fast the chain goes, where a decision of the last poll depended on it. */
  pace?: Pace;
}

/** The initial state of a watcher. */
export function freshWatch(now: number): WatchState {
  return {
    lastActivityAt: now,
    failures: 0,
    openPollSpent: false,
    missedPolls: 0,
    unread: false,
    searchedAt: 0,
  };
}

/** Why a built transaction is removed; `Orders.releaseBuiltTransaction` says what each costs. */
export type ReleaseCause = "expired" | "rejected" | "excused" | "unsignable";
