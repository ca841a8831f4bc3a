import { paths, query } from "../../lib/paths";
import { categoryById, type ProductType } from "../../products/rules/categories";
import type { ProductImage, WholeProductCover } from "../../products/rules/cover";
import type { ShownDescription } from "../../products/rules/description";
import type { ProductCard } from "../../products/rules/product-card";

/** Products on one page. */
export const PAGE_SIZE = 16;
/**
 * Highest page of a URL: the database skips the rows before a page one by one. Pages beyond have
 * cursors.
 */
export const MAX_PAGE = 500;
/** Products are counted up to this number, to bound the query's cost; more are shown with a plus. */
export const MAX_COUNT = 1_000;
/**
 * A search that is sorted by anything but age sorts this many newest matches; one that is too short
 * for the index looks at this many newest products.
 */
export const MAX_SEARCHED = 2_000;
/** Number of products with the badge of best sellers. */
export const TOP_SALES = 3;

export const SORTS = ["recent", "price-asc", "price-desc", "popular"] as const;
export type Sort = (typeof SORTS)[number];
export const DEFAULT_SORT: Sort = "recent";

export const VIEWS = ["grid", "list"] as const;
export type View = (typeof VIEWS)[number];

/** Longest search text that is used, in characters; the rest is cut off. */
export const MAX_SEARCH_LENGTH = 100;

/** The search parameters of the shop: filters, order, page and view. */
export interface ShopState {
  /** Search text, trimmed; empty for none. */
  q: string;
  /** Null for all. */
  category: number | null;
  /** One of the category's; null for all. */
  subcategory: number | null;
  type: ProductType | null;
  /** Bounds of the price: SOL as decimal text above 0; null for none. */
  min: string | null;
  max: string | null;
  sort: Sort;
  /** From 1 to `MAX_PAGE`. */
  page: number;
  /** Cursor of the product that the page comes after; at most one of the two, in place of `page`. */
  after: string | null;
  /** Cursor of the product that the page comes before. */
  before: string | null;
  view: View;
  /** Only the viewer's favourites. */
  favs: boolean;
  /** Id of the product in the quick view; null where that is closed. */
  product: string | null;
}

/**
 * The path for a state, without default values. A change of filter or order starts at page 1; each
 * change closes the quick view.
 */
export function shopPath(state: ShopState, change: Partial<ShopState>): string {
  const isView = Object.keys(change).every((name) => name === "view" || name === "product");
  const start = { page: 1, after: null, before: null };
  const next = { ...state, ...(isView ? {} : start), product: null, ...change };
  const hasCursor = next.after !== null || next.before !== null;
  const isInCategory = subcategoriesOf(next.category).includes(next.subcategory ?? 0);
  return (
    paths.shop +
    query({
      q: next.q || null,
      category: next.category,
      subcategory: isInCategory ? next.subcategory : null,
      type: next.type,
      min: next.min,
      max: next.max,
      sort: next.sort === DEFAULT_SORT ? null : next.sort,
      view: next.view === "grid" ? null : next.view,
      favs: next.favs ? 1 : null,
      page: next.page > 1 && !hasCursor ? next.page : null,
      after: next.after,
      before: next.after === null ? next.before : null,
      product: next.product,
    })
  );
}

/** Empty for null and for an unknown category. */
export function subcategoriesOf(category: number | null): readonly number[] {
  return category === null ? [] : (categoryById(category)?.subcategories ?? []);
}

/** The details of a product in the shop. */
export interface QuickViewProduct extends ProductCard, ProductImage, ShownDescription {
  cover: WholeProductCover;
  /** Null where the account is closed. */
  seller: { uid: string; name: string } | null;
}
