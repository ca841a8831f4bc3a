import type { FeedAccount } from "./rules/feed-price";
import type { Rate } from "./rules/rate";

/** Where the rate of SOL comes from. */
export interface RateSources {
  /** Base58 address of the price feed. */
  readonly feed: string;
  /**
   * Its account on two nodes, or on the one that is configured; null where a node has none. Throws
   * where fewer nodes answer.
   */
  readAccounts(): Promise<(FeedAccount | null)[]>;
  /** The text of the daily table of currencies. Throws where it can't be read in full. */
  readTable(): Promise<string>;
}

/** The rate for pages, and what the operator should know about it. */
export interface Rates {
  /** Null where none is new enough to be shown. The same for all that one request asks. */
  current(): Promise<Rate | null>;
  warnings(): Promise<string[]>;
}
