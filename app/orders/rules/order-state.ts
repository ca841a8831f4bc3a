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

/** Of orders that wait for their payment: a transaction may be built for them. */
export const OPEN_STATUSES = ["pending", "awaiting"] as const satisfies readonly OrderStatus[];

/** True while a transaction may be built for the order; a valid payment settles it then. */
export function isOpen(status: OrderStatus): status is (typeof OPEN_STATUSES)[number] {
  return OPEN_STATUSES.some((open) => open === status);
}

/** True while a valid payment would still settle the order, open or not. */
export function canSettle(status: OrderStatus): boolean {
  return status !== "paid" && status !== "refunded";
}

/** The last transaction that was built for an order. */
export interface Built {
  /** Epoch ms. */
  at: number;
  /** Block height after which its blockhash is refused. */
  lastValidBlockHeight: number;
  /** True when it is signed by the order's own key, so that its blockhash can't be replaced. */
  preSigned: boolean;
}

/** What the lifecycle needs to know of an order. All of it can be read from the database. */
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
export interface Settlement {
  signature: string;
  /** Epoch ms. */
  at: number;
  finalized: boolean;
  /** True where the seller granted the file after a rollback: no payment is on record. */
  grantedWithoutPayment: boolean;
}

/** What only the watcher knows. Losing it costs some polls, never a payment. */
export interface WatchState {
  /** Last moment at which something made a payment likely: built, hinted, page opened. Epoch ms. */
  lastActivityAt: number;
  /** When the transaction to look for was last named. Epoch ms; absent where it never was. */
  suggestedAt?: number;
  /** Rounds in a row in which the network gave no answer. */
  failures: number;
  /** True once the one look that a reopened page earns a pending order was spent. */
  openPollSpent: boolean;
  /** Polls in a row that did not find the settling transaction. */
  missedPolls: number;
  /** True while the network lists transactions of the order that are not verified yet. */
  unread: boolean;
  /** When the network was last searched for the order. Epoch ms; 0 for never. */
  searchedAt: number;
  /** When the last search by the order's own key began that left nothing out. Absent where one is due. */
  ownSearchAt?: number | undefined;
}

/** A watcher that knows nothing yet. */
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
