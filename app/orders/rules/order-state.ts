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

/** The last transaction that we built for an order. */
export interface Built {
  /** Epoch ms. */
  at: number;
  /** Block height after which its blockhash is refused. */
  lastValidBlockHeight: number;
  /** True when it bears the order's own signature, so that nobody can give it a later blockhash. */
  preSigned: boolean;
}

/** What the lifecycle needs to know of an order. All of it can be read back from the record. */
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
  /** True where the seller gave the file because it had gone: it is still to be paid. */
  grantedWithoutPayment: boolean;
}

/** What only the watcher knows. Losing it costs some looks, never a payment. */
export interface WatchState {
  /** Last moment at which something made a payment likely: built, hinted, page opened. Epoch ms. */
  lastActivityAt: number;
  /** When the transaction to look for was last named. Epoch ms; absent where it never was. */
  suggestedAt?: number;
  /** Rounds in a row in which the network gave no answer. */
  failures: number;
  /** True once the one look that a reopened page earns a pending order was spent. */
  openPollSpent: boolean;
  /** Looks in a row in which the settling transaction was not there any more. */
  missedPolls: number;
  /** True while the network knows more that names the order than was judged yet. */
  unread: boolean;
  /** When the network was last searched for what names the order. Epoch ms; 0 for never. */
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
