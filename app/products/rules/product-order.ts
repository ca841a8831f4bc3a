/** Columns of `products` that a list can be ordered by: time of publication, price, units sold. */
export type OrderColumn = "seq" | "price_lamports" | "sold";

/**
 * What a list of products is ordered by. Queries are written from it, and so is the page that tells
 * visitors how the shop sorts. All columns have the same direction, so that one index serves both.
 */
export interface ProductOrder {
  /** The later ones decide between products that the earlier ones leave equal. */
  columns: readonly OrderColumn[];
  isDescending: boolean;
}

export const NEWEST_FIRST: ProductOrder = { columns: ["seq"], isDescending: true };
export const BEST_SELLING_FIRST: ProductOrder = { columns: ["sold", "seq"], isDescending: true };
