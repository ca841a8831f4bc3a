import type { Favourites } from "../../../db/shop/favourites";
import type { Clock } from "../../lib/ports";
import { type ProductCard, toCard } from "../../products/rules/product-card";
import { compareBy, matchesFilters } from "../rules/filter";
import { PAGE_SIZE, type ShopState, TOP_SALES } from "../rules/shop";

/** One page of a list of products. */
export interface CardPage {
  cards: ProductCard[];
  /** Products that match. */
  count: number;
  isExact: true;
  /** At least 1. */
  pages: number;
  hasNext: boolean;
  /** Ids of the list that are not on sale. */
  missing: string[];
}

/**
 * One page of the products of a list under the filters and sort of the shop; `favs` is ignored. A
 * page after the last one counts as the last.
 */
export async function browseCards(
  ids: readonly string[],
  state: ShopState,
  { favourites, clock }: { favourites: Pick<Favourites, "products">; clock: Clock },
): Promise<CardPage> {
  const products = await favourites.products(ids, { top: TOP_SALES, withText: state.q !== "" });
  const found = products
    .filter((product) => matchesFilters(product, state))
    .sort(compareBy(state.sort));
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const page = Math.min(state.page, pages);
  const shown = new Set(products.map(({ id }) => id));
  const now = clock.now();
  return {
    cards: found
      .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
      .map(({ isTop, ...product }) => toCard(product, { now, top: isTop ? [product.id] : [] })),
    count: found.length,
    isExact: true,
    pages,
    hasNext: page < pages,
    missing: ids.filter((id) => !shown.has(id)),
  };
}
