import type { Product } from "../products/rules/product";
import type { OwedBy, ShareEntry, ShareFacts, ShareOfSale, ShareTotals } from "./rules/share";

/** What people received as authors, by all wallets that were theirs. Filled by the subject of orders. */
export interface ReceivedShares {
  totals(uid: string): Promise<ShareTotals>;
  /** Sellers who owe them something, the most first. */
  owedBy(uid: string): Promise<OwedBy[]>;
  /** Newest first. */
  sales(uid: string, limit: number): Promise<ShareOfSale[]>;
  sale(uid: string, orderId: string): Promise<ShareFacts | null>;
  /** In the order in which they were written, from the one after `after`. */
  entries(uid: string, page: { after: number; limit: number }): Promise<ShareEntry[]>;
}

/** What those get who recommend a product. */
export interface AffiliateParts {
  /** The largest part that one has or is invited for, in basis points; 0 while the seller pays nobody. */
  largestOf(product: Pick<Product, "id" | "affiliateBps">): Promise<number>;
}
