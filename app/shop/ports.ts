import type { CardFacts } from "../products/rules/product-card";
import type { Sort } from "./rules/shop";

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
