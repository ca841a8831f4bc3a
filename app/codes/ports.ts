/** What orders with a code brought, in lamports. */
export interface CodeSums {
  gross: bigint;
  /** Negative, as in the ledger. */
  refunds: bigint;
  /** Gross and refunds, less commission and the shares of others. */
  net: bigint;
}

/** Sales by code, from the ledger. */
export interface CodeSales {
  /** By id of a code; without those that sold nothing, and those of others. */
  ofCodes(ownerUid: string, ids: readonly string[]): Promise<ReadonlyMap<string, CodeSums>>;
}
