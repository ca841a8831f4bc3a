import type { CardFacts } from "../domain/product-card";
import type { Sort } from "../domain/shop";

export interface ShopQuery {
  /** Null for all. */
  category: number | null;
  sort: Sort;
  /** Rows before the first one wanted. */
  skip: number;
  limit: number;
}

/** Products that are on sale, as the shop reads them. */
export interface Catalogue {
  /**
   * Active products in order, the ids of the `top` ones with most sales in the whole shop (never
   * one without sales), and how many fit the query, counted no further than `countTo`.
   */
  browse(
    query: ShopQuery,
    bounds: { top: number; countTo: number },
  ): Promise<{ products: CardFacts[]; top: string[]; count: number }>;
}

/** A seller's public page as it was saved. Image keys are empty if absent. */
export interface SellPage {
  bannerKey: string;
  logoKey: string;
  description: string;
  website: string;
  twitter: string;
  instagram: string;
}

export interface SellPages {
  /**
   * The person's page and its active products in the seller's order; `page` is null for somebody
   * who never saved one. Null where there is nobody of that id.
   */
  byUid(
    uid: string,
  ): Promise<{ displayName: string; page: SellPage | null; products: CardFacts[] } | null>;
}
