import type { Clock } from "../../lib/ports";
import { type ProductCard, toCard } from "../../products/rules/product-card";
import type { Catalogue } from "../ports";
import { EXACT_COUNT, MAX_PAGE, PAGE_SIZE, type ShopState, TOP_SALES } from "../rules/shop";

export interface ShopPage {
  cards: ProductCard[];
  /** How many products there are in all; `isExact` is false where there are more than that. */
  count: number;
  isExact: boolean;
  /** Whether an address can lead to a page after this one. */
  hasNext: boolean;
}

/** One page of the products on sale. */
export async function browseShop(
  { category, sort, page }: ShopState,
  { catalogue, clock }: { catalogue: Catalogue; clock: Clock },
): Promise<ShopPage> {
  // One more than is shown tells whether there is a next page; one more than is counted, whether
  // the count is whole.
  const query = { category, sort, skip: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE + 1 };
  const bounds = { top: TOP_SALES, countTo: EXACT_COUNT + 1 };
  const { products, top, count } = await catalogue.browse(query, bounds);
  const now = clock.now();
  return {
    cards: products.slice(0, PAGE_SIZE).map((product) => toCard(product, { now, top })),
    count: Math.min(count, EXACT_COUNT),
    isExact: count <= EXACT_COUNT,
    hasNext: products.length > PAGE_SIZE && page < MAX_PAGE,
  };
}
