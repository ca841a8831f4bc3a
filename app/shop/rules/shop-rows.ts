import { paths } from "../../lib/paths";
import type { ProductCard } from "../../products/rules/product-card";
import { type ShopState, shopPath } from "./shop";

/** With fewer products in the shop, its first page shows them all. */
const MIN_PRODUCTS = 12;
/** Most cards of a row, and the fewest that make one. */
const MAX_CARDS = 6;
const MIN_CARDS = 4;
/** Best sellers that a row chooses from: some may be sold out. */
export const ROW_CANDIDATES = 2 * MAX_CARDS;

/** Rows of cards above the list; empty ones are not shown. */
export interface ShopRows {
  /** One of each category: the list below starts with the newest of all. */
  newest: ProductCard[];
  selling: ProductCard[];
}

export const NO_ROWS: ShopRows = { newest: [], selling: [] };

/** Whether the shop is shown as it opens: the first page, without a search, filter or another order. */
export function isFront(state: ShopState): boolean {
  return shopPath(state, { view: "grid", product: null }) === paths.shop;
}

/** The rows of a shop with so many products on sale. */
export function shopRowsOf({ newest, selling }: ShopRows, productCount: number): ShopRows {
  if (productCount < MIN_PRODUCTS) return NO_ROWS;
  return { newest: rowOf(newest), selling: rowOf(selling) };
}

/** What can still be bought. */
function rowOf(candidates: readonly ProductCard[]): ProductCard[] {
  const cards = candidates.filter(({ isSoldOut }) => !isSoldOut).slice(0, MAX_CARDS);
  return cards.length < MIN_CARDS ? [] : cards;
}
