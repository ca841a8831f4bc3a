/** Reads the balances of all who hold a unit by a signed payment, or wait for one, until there is none. */
export interface StockWatcher {
  /** Does not throw: the sweep makes up for a lost call. */
  start(): Promise<void>;
}
