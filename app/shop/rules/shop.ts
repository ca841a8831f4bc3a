import { paths, query } from "../../lib/paths";

/** Products on one page. */
export const PAGE_SIZE = 16;
/** Highest page of a URL: the database skips the rows before a page one by one. */
export const MAX_PAGE = 500;
/** Products are counted up to this number, to bound the query's cost; more are shown with a plus. */
export const MAX_COUNT = 1_000;
/** Number of products with the badge of best sellers. */
export const TOP_SALES = 3;

export const SORTS = ["recent", "price-asc", "price-desc", "popular"] as const;
export type Sort = (typeof SORTS)[number];

/** The search parameters of the shop: filter, order and page. */
export interface ShopState {
  /** Null for all. */
  category: number | null;
  sort: Sort;
  /** From 1 to `MAX_PAGE`. */
  page: number;
}

/** The path for a state, without default values. Changing filter or order starts at page 1. */
export function shopPath(state: ShopState, change: Partial<ShopState>): string {
  const next = { ...state, page: 1, ...change };
  const sort = next.sort === "recent" ? null : next.sort;
  const page = next.page > 1 ? next.page : null;
  return paths.shop + query({ category: next.category, sort, page });
}
