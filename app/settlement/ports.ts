import type { Users } from "../../db/accounts/users";
import type { IncomingPayments } from "../../db/orders/incoming-payments";
import type { Refunds } from "../../db/orders/refunds";
import type { RemovedOrders } from "../../db/orders/removed-orders";
import type { SharePayments } from "../../db/orders/share-payments";
import type { Products } from "../../db/products/products";
import type { SweepProgress } from "../../db/settlement/sweep-progress";
import type { UnmatchedPayments } from "../../db/settlement/unmatched-payments";
import type { Log } from "../lib/log";
import type { Clock, Ids, Settings } from "../lib/ports";
import type {
  OrderRecords,
  OrderStore,
  OrderWatcher,
  PolledOrders,
  ReferenceKeys,
  Settlements,
  StockWatcher,
  UnitHolds,
  UnsettledPayments,
} from "../orders/ports";
import type { StockLine } from "../orders/rules/stock-line";
import type { Chain } from "../solana/chain";

/** Orders as the chain side reads and writes them. */
export interface SettlementOrders
  extends Pick<OrderStore, "byId" | "insert" | "reportSignature" | "expire">,
    Pick<UnitHolds, "takeUnit" | "recordSeconded" | "shortenLifetime" | "releaseBuiltTransaction">,
    Pick<Settlements, "settlement" | "settle" | "acceptShort" | "claim" | "finalize" | "rollBack">,
    Pick<UnsettledPayments, "record" | "recordShort" | "review" | "misdirected" | "drop">,
    PolledOrders {}

/** What settlement needs from outside. A function of it takes those that it uses. */
export interface SettlementPorts {
  settings: Pick<Settings, "platformWallet">;
  clock: Clock;
  log: Log;
  ids: Pick<Ids, "uuid">;
  chain: Pick<
    Chain,
    | "balances"
    | "broadcast"
    | "finalizedTip"
    | "isBlockhashOver"
    | "isGone"
    | "isMetaSeconded"
    | "isSeconded"
    | "knownPace"
    | "latestBlockhash"
    | "pace"
    | "signaturesFor"
    | "signaturesFromSeveral"
    | "simulate"
    | "statuses"
    | "transaction"
  >;
  products: Pick<Products, "byId">;
  users: Pick<Users, "byUid" | "byWallet">;
  orders: SettlementOrders;
  orderRecords: Pick<OrderRecords, "read" | "remove">;
  removedOrders: RemovedOrders;
  unmatchedPayments: Pick<UnmatchedPayments, "add" | "resolve">;
  incomingPayments: Pick<IncomingPayments, "find">;
  refunds: Pick<Refunds, "openOf" | "complete" | "releaseExpiredTransaction">;
  sharePayments: Pick<SharePayments, "openOf" | "complete" | "releaseExpiredTransaction">;
  referenceKeys: Pick<ReferenceKeys, "canSign" | "sign">;
  stockLine: StockLine;
  sweepProgress: SweepProgress;
  signatureCache: SignatureCache;
  watcher: Pick<OrderWatcher, "built" | "changed" | "overdue" | "restored">;
  stockWatcher: StockWatcher;
}

/** What the cache knows of one key. */
export interface CachedSignatures {
  /** Of confirmed transactions that name the key and the platform's address, newest first. */
  signatures: string[];
  /** `partial` where a transaction may be missing; `unanswered` where no node lists the address. */
  coverage: "complete" | "partial" | "unanswered";
  /** True where the caller may search by its own key: a share of a budget of all callers. */
  maySearch: boolean;
}

/** One reader of the platform's address for all awaiting orders. */
export interface SignatureCache {
  /**
   * Transactions of the last `sinceAgoMs` that name this key, read at most `staleMs` ago.
   * With an infinite `sinceAgoMs` the caller asks for a search by its own key.
   */
  signaturesFor(key: string, sinceAgoMs: number, staleMs: number): Promise<CachedSignatures>;
  /**
   * What it has fetched of these transactions, in their order; null for one that it has not fetched, or
   * that brought the platform enough to be recorded where no order is found.
   */
  strangers(signatures: string[]): Promise<(Stranger | null)[]>;
  /** Takes over the accounts of transactions that were fetched elsewhere. */
  learn(fetched: Learned[]): Promise<void>;
  /** The finalized block height, a few seconds old at most; null while the network does not answer. */
  finalizedHeight(): Promise<number | null>;
}

/** A transaction that concerns nobody, unless one of these keys is the reference of an order. */
export interface Stranger {
  accounts: string[];
  /** Accounts of its transfers that can be references. */
  references: string[];
}

export interface Learned {
  signature: string;
  accounts: string[];
}
