/** What an account holds: what moves when it is merged into another, what its owner is told first. */
export interface AccountSummary {
  /** Files that were bought. */
  purchases: number;
  /** Products in any state, with their files and sales. */
  products: number;
  /** Payments that are open, under review or done without a purchase that stands. */
  orders: number;
  favourites: number;
  sellPage: boolean;
}

export function sameContents(one: AccountSummary, other: AccountSummary): boolean {
  return (
    one.purchases === other.purchases &&
    one.products === other.products &&
    one.orders === other.orders &&
    one.favourites === other.favourites &&
    one.sellPage === other.sellPage
  );
}

/** Whether a wallet's own account may be merged into another one. */
export type MergeVerdict =
  | "possible"
  /** It also opens with a password or Google: a person of its own. */
  | "person"
  /** Both accounts are paying for the same product at this moment. */
  | "paying";

/** What somebody is told before their account goes. Counts. */
export interface DeletionFacts {
  /** Files that were bought: out of reach afterwards. */
  purchases: number;
  /** Products that somebody bought or is buying: taken off sale, kept for their buyers. */
  keptProducts: number;
  /** Products and drafts that nobody bought: removed with their files. */
  removedProducts: number;
  favourites: number;
  /** Own payments that wait for another seller. */
  waitingPayments: number;
  /** Own payments that a wallet may be signing now: nothing is deleted meanwhile. */
  payingNow: number;
  /** Payments of others that wait for this person's decision: to be made first. */
  toDecide: number;
}

export function isDeletable({ payingNow, toDecide }: DeletionFacts): boolean {
  return payingNow === 0 && toDecide === 0;
}
