import { PAGE_SIZE, type ShopState } from "../rules/shop";
import { type BrowseDeps, browse, type ShopPage } from "./browse-shop";

/** One page of a list of products. */
export interface CardPage
  extends Pick<ShopPage, "cards" | "count" | "isExact" | "pages" | "hasNext"> {
  /** Ids of the list that are not on sale. */
  missing: string[];
}

/**
 * One page of those products of a list that are on sale, under the filters and sort of the shop;
 * `favs` is ignored. A page after the last one counts as the last.
 */
export async function browseCards(
  ids: readonly string[],
  state: ShopState,
  deps: BrowseDeps,
): Promise<CardPage> {
  const numbered = { ...state, after: null, before: null };
  const [asked, onSale] = await Promise.all([
    browse(numbered, { ids }, deps),
    deps.catalogue.onSale(ids),
  ]);
  const last = Math.max(1, Math.ceil(asked.count / PAGE_SIZE));
  const isOver = state.page > last;
  const page = isOver ? await browse({ ...numbered, page: last }, { ids }, deps) : asked;
  const { cards, count, isExact, pages, hasNext } = page;
  const shown = new Set(onSale);
  const missing = ids.filter((id) => !shown.has(id));
  return { cards, count, isExact, pages, hasNext, missing };
}
