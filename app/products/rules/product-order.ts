/** Columns of `products` that a visitor can order by: time of publication, price, units sold. */
export type SortColumn = "seq" | "price_lamports" | "sold";
/** The same with the sales that count for the badge of best sellers. */
export type OrderColumn = SortColumn | "ranked";

/**
 * What a list of products is ordered by. Queries are written from it, and so is the page that tells
 * visitors how the shop sorts. All columns have the same direction, so that one index serves both.
 */
export interface ProductOrder<Column extends OrderColumn = OrderColumn> {
  /** The later ones decide between products that the earlier ones leave equal. */
  columns: readonly Column[];
  isDescending: boolean;
}

export const NEWEST_FIRST: ProductOrder<SortColumn> = { columns: ["seq"], isDescending: true };
export const BEST_SELLING_FIRST: ProductOrder<SortColumn> = {
  columns: ["sold", "seq"],
  isDescending: true,
};
/** Of the badge of best sellers: only sales that are large enough count. */
export const TOP_SALES_FIRST: ProductOrder = { columns: ["ranked", "seq"], isDescending: true };
