import type { Catalogue } from "../../../db/shop/catalogue";
import type { Clock } from "../../lib/ports";
import { type ProductCard, toCard } from "../../products/rules/product-card";
import { MAX_COUNT, MAX_PAGE, PAGE_SIZE, type ShopState, TOP_SALES } from "../rules/shop";

export interface ShopPage {
  cards: ProductCard[];
  /** Products that match; `isExact` is false where there are more than `count`. */
  count: number;
  isExact: boolean;
  /** False on the last page and on page `MAX_PAGE`. */
  hasNext: boolean;
}

/** One page of the products on sale. */
export async function browseShop(
  { category, sort, page }: ShopState,
  { catalogue, clock }: { catalogue: Catalogue; clock: Clock },
): Promise<ShopPage> {
  // One more row tells whether there is a next page, and one more counted whether the count is exact.
  const query = { category, sort, offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE + 1 };
  const bounds = { top: TOP_SALES, countTo: MAX_COUNT + 1 };
  const { products, top, count } = await catalogue.browse(query, bounds);
  const now = clock.now();
  return {
    cards: products.slice(0, PAGE_SIZE).map((product) => toCard(product, { now, top })),
    count: Math.min(count, MAX_COUNT),
    isExact: count <= MAX_COUNT,
    hasNext: products.length > PAGE_SIZE && page < MAX_PAGE,
  };
}
