import type { AffiliateState } from "./rules/affiliate";
import type { AffiliateEntry } from "./rules/affiliate-report";

/** Figures of one affiliate and product. Amounts in lamports. */
export interface AffiliateFigures {
  /** Sales that stand: neither rolled back nor refunded. */
  sales: number;
  /** What reached the affiliate's wallets, also of sales that were refunded since. */
  received: bigint;
  /** Due back to the seller for refunded sales of all the seller's products, less what was taken off since. */
  dueBack: bigint;
}

/** An affiliate as the seller sees it. */
export interface AffiliateOfProduct extends AffiliateFigures {
  id: string;
  uid: string;
  /** As stored. */
  displayName: string;
  state: AffiliateState;
  /** Of the person; null for that of the product. */
  bps: number | null;
  note: string;
  /** Without a linked wallet there is no part. */
  hasWallet: boolean;
}

/** A product that a person recommends, or did. */
export interface RecommendedProduct extends AffiliateFigures {
  productId: string;
  title: string;
  code: string;
  state: AffiliateState;
  /** In force; null while the seller pays nobody. */
  bps: number | null;
  sellerUid: string;
  /** As stored. */
  sellerName: string;
}

/** The books of affiliates, by the wallets that they had linked. Sales belong to a higher subject, which has them. */
export interface AffiliateBooks {
  /** Those in force and applications first. */
  ofProduct(productId: string): Promise<AffiliateOfProduct[]>;
  ofPerson(uid: string): Promise<RecommendedProduct[]>;
  /** Newest first; of one order where it is named. */
  entriesOf(uid: string, selection: { orderId?: string; limit: number }): Promise<AffiliateEntry[]>;
}

/** Those who share in all sales of a product. */
export interface CoAuthors {
  /** The part of each, in basis points of what commission and affiliate leave. */
  ofProduct(id: string): Promise<{ bps: number }[]>;
}
