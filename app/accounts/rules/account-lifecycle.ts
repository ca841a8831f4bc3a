/** What an account holds: shown before a merge, which moves it. */
export interface AccountSummary {
  /** Purchased products. */
  purchases: number;
  /** Products in any state, with their files and sales. */
  products: number;
  /** Orders that are neither paid nor expired. */
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
  /** The account also has a password or Google. */
  | "other-login"
  /** Both accounts have an open payment for the same product. */
  | "paying";

/** Figures shown before an account is deleted. */
export interface DeletionFacts {
  /** Purchased products, which can't be downloaded afterwards. */
  purchases: number;
  /** Products that were bought or have an open order: taken off sale, kept for their buyers. */
  keptProducts: number;
  /** Products and drafts without a buyer: removed with their files. */
  removedProducts: number;
  favourites: number;
  /** Own payments that another seller has to decide on. */
  waitingPayments: number;
  /** Own payments that a wallet may be signing now, which prevent the deletion. */
  payingNow: number;
  /** Payments of others that this user has to decide on first. */
  toDecide: number;
}

export function isDeletable({ payingNow, toDecide }: DeletionFacts): boolean {
  return payingNow === 0 && toDecide === 0;
}
