/** What a person has of a sale in which they share. Lamports; times in epoch ms. */
export interface ShareOfSale {
  orderId: string;
  productId: string;
  /** The title when it was ordered. */
  title: string;
  at: number;
  /** What came to the wallet. */
  received: bigint;
  /** What the seller owes. */
  owed: bigint;
  /** What was taken off for earlier sales that the seller has refunded. */
  withheld: bigint;
  /** Of the transaction that paid it; null where none did. */
  signature: string | null;
  isRefunded: boolean;
}

/** One share in full, for its receipt. */
export interface ShareFacts extends ShareOfSale {
  sellerUid: string;
  /** As it is stored; null for an account that was deleted. */
  sellerName: string | null;
  wallet: string;
  priceLamports: bigint;
}

/** Sums over all shares of a person, in lamports. */
export interface ShareTotals {
  received: bigint;
  owed: bigint;
  /** Taken off for refunded sales so far. */
  withheld: bigint;
  /** What is still to be taken off. */
  dueBack: bigint;
}

export interface OwedBy {
  sellerUid: string;
  /** As it is stored; null for an account that was deleted. */
  sellerName: string | null;
  lamports: bigint;
}

/** One line of the books of a person. */
export interface ShareEntry {
  /** Ascending in the order in which lines were written. */
  id: number;
  at: number;
  kind: string;
  orderId: string;
  productId: string;
  title: string;
  lamports: bigint;
  wallet: string;
  signature: string;
}
