import type { Catalogue, CataloguePage } from "../../../db/shop/catalogue";
import type { CatalogueQuery } from "../../../db/shop/page-queries";
import { MAX_LAMPORTS } from "../../lib/lamports";
import { parseSol } from "../../lib/parse-sol";
import type { Clock } from "../../lib/ports";
import type { PriceRange } from "../../products/rules/price-bands";
import { type CardFacts, type ProductCard, toCard } from "../../products/rules/product-card";
import { foldText } from "../../products/rules/search-text";
import { decodeCursor, encodeCursor } from "../rules/cursor";
import { isBoundedSet } from "../rules/search";
import {
  MAX_COUNT,
  MAX_PAGE,
  MAX_SEARCH_LENGTH,
  MAX_SEARCHED,
  PAGE_SIZE,
  type ShopState,
  TOP_SALES,
} from "../rules/shop";
import { isFront, NO_ROWS, ROW_CANDIDATES, type ShopRows, shopRowsOf } from "../rules/shop-rows";

export interface ShopPage {
  cards: ProductCard[];
  /** Products that match; where `isExact` is false there are more. */
  count: number;
  isExact: boolean;
  /** The search left products out: only the newest `MAX_SEARCHED` matches or products count. */
  isPartial: boolean;
  /** The last page that is known to exist, at most `MAX_PAGE`. */
  pages: number;
  hasNext: boolean;
  /** Cursors of the next and the previous page, as `after` and `before`; null where numbers do. */
  next: string | null;
  previous: string | null;
  rows: ShopRows;
}

export interface BrowseDeps {
  catalogue: Catalogue;
  clock: Clock;
}

/** One page of the products on sale. */
export async function browseShop(
  state: ShopState,
  viewer: { uid: string | null },
  deps: BrowseDeps,
): Promise<ShopPage> {
  if (!state.favs) return browse(state, null, deps);
  return viewer.uid === null ? EMPTY : browse(state, { favouritesOf: viewer.uid }, deps);
}

const EMPTY: ShopPage = {
  cards: [],
  count: 0,
  isExact: true,
  isPartial: false,
  pages: 1,
  hasNext: false,
  next: null,
  previous: null,
  rows: NO_ROWS,
};

/**
 * The last page of a list that a later page was asked of. Counts as many products as pages have
 * numbers, where `list` has not counted them all.
 */
export async function lastPageOf(
  state: ShopState,
  viewer: { uid: string | null },
  list: Pick<ShopPage, "isExact" | "pages">,
  deps: BrowseDeps,
): Promise<number> {
  if (list.isExact) return list.pages;
  const among = state.favs && viewer.uid !== null ? { favouritesOf: viewer.uid } : null;
  const first = { ...state, page: 1, after: null, before: null };
  return (await browse(first, among, deps, MAX_PAGE * PAGE_SIZE)).pages;
}

/** One page of all products on sale, or of those `among` them. */
export async function browse(
  state: ShopState,
  among: CatalogueQuery["among"],
  { catalogue, clock }: BrowseDeps,
  maxCount = MAX_COUNT,
): Promise<ShopPage> {
  const { category, subcategory, type, sort } = state;
  // Folding can make a text longer.
  const text = state.q && [...foldText(state.q)].slice(0, MAX_SEARCH_LENGTH).join("").trim();
  const place = isBoundedSet({ text, sort, among })
    ? { ...state, after: null, before: null }
    : state;
  const query: CatalogueQuery = {
    filters: { category, subcategory, type, price: priceRange(state) },
    text,
    among,
    sort,
    position: positionOf(place),
    limit: PAGE_SIZE,
  };
  const rowBounds = among === null && isFront(state) ? { rows: ROW_CANDIDATES } : {};
  const bounds = { top: TOP_SALES, count: maxCount, search: MAX_SEARCHED, ...rowBounds };
  const page = await catalogue.browse(query, bounds);
  const { products, top, count, isExact, isPartial } = page;
  const now = clock.now();
  const cardsOf = (all: readonly CardFacts[]) => all.map((facts) => toCard(facts, { now, top }));
  return {
    cards: cardsOf(products),
    count,
    isExact,
    isPartial,
    ...neighbours(place, page),
    rows: page.rows
      ? shopRowsOf(
          { selling: cardsOf(page.rows.selling), newest: cardsOf(page.rows.newest) },
          count,
        )
      : NO_ROWS,
  };
}

/** Inclusive; null without a bound. */
function priceRange({ min, max }: Pick<ShopState, "min" | "max">): PriceRange | null {
  if (min === null && max === null) return null;
  return { from: lamportsOf(min) ?? 0, to: lamportsOf(max) ?? Number(MAX_LAMPORTS) };
}

function lamportsOf(sol: string | null): number | null {
  const amount = sol === null ? null : parseSol(sol);
  return amount?.ok ? Number(amount.lamports) : null;
}

function positionOf({ after, before, sort, page }: ShopState): CatalogueQuery["position"] {
  const following = after === null ? null : decodeCursor(after, sort);
  if (following) return { after: following };
  const preceding = before === null ? null : decodeCursor(before, sort);
  if (preceding) return { before: preceding };
  return { offset: (page - 1) * PAGE_SIZE };
}

type Neighbours = Pick<ShopPage, "pages" | "hasNext" | "next" | "previous">;

function neighbours(
  { after, before, page, sort }: ShopState,
  { products, hasMore, count, isExact }: CataloguePage,
): Neighbours {
  const [first, last] = [products.at(0), products.at(-1)].map((product) =>
    product
      ? encodeCursor({ ...product, priceLamports: Number(product.priceLamports) }, sort)
      : null,
  );
  const counted = Math.max(1, Math.ceil((isExact ? count : count + 1) / PAGE_SIZE));
  if (after === null && before === null) {
    const reached = page + (hasMore ? 1 : 0);
    const pages = Math.min(isExact ? counted : Math.max(counted, reached), MAX_PAGE);
    const next = hasMore && page === MAX_PAGE ? (last ?? null) : null;
    return { pages, hasNext: hasMore, next, previous: null };
  }
  const pages = Math.min(counted, MAX_PAGE);
  const hasNext = before !== null || hasMore;
  const hasPrevious = after !== null || hasMore;
  return {
    pages,
    hasNext,
    next: hasNext ? (last ?? null) : null,
    previous: hasPrevious ? (first ?? null) : null,
  };
}
