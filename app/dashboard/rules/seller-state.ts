/** A fingerprint of a seller's sales and payments: it differs where the dashboard would. */
export interface SellerState {
  /** Id of the newest entry of the ledger, 0 without one. */
  newestEntry: number;
  /** Orders with a payment that needs a decision. */
  undecided: number;
}

export function isSameState(one: SellerState, other: SellerState): boolean {
  return one.newestEntry === other.newestEntry && one.undecided === other.undecided;
}
