/** Products on one page. */
export const PAGE_SIZE = 16;
/** Highest page that an address may ask for: what lies before it is skipped row by row. */
export const MAX_PAGE = 500;
/** Above this, counting costs more than the number is worth: it is shown with a plus. */
export const EXACT_COUNT = 1_000;
/** How many products wear the badge for most sales. */
export const TOP_SALES = 3;

export const SORTS = ["recent", "price-asc", "price-desc", "popular"] as const;
export type Sort = (typeof SORTS)[number];

/** What the address of the shop says: what is shown, and in which order. */
export interface ShopState {
  /** Null for all. */
  category: number | null;
  sort: Sort;
  /** From 1 to `MAX_PAGE`. */
  page: number;
}

/** The address of a state, without what is the default. A change of anything else starts at page 1. */
export function shopAddress(state: ShopState, change: Partial<ShopState>): string {
  const next = { ...state, page: 1, ...change };
  const search = new URLSearchParams();
  if (next.category !== null) search.set("category", String(next.category));
  if (next.sort !== "recent") search.set("sort", next.sort);
  if (next.page > 1) search.set("page", String(next.page));
  return `/shop${search.size > 0 ? `?${search}` : ""}`;
}
