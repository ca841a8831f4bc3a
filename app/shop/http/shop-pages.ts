import type { CachedRoute } from "../../http/page-cache/page-cache";
import { paths } from "../../lib/paths";
import { shopPath } from "../rules/shop";
import { readShopState } from "./shop-state";

/** Later pages are rendered for each request: few people go there. */
const MAX_CACHED_PAGE = 10;

/**
 * Pages of the shop with a query, for the page cache: those without search, price bounds, favourites,
 * quick view and cursor, in the form of our own links. So there are only as many as there are filters.
 */
export const SHOP_PAGES: CachedRoute = {
  isCanonical(path) {
    const state = readShopState(new URLSearchParams(path.slice(paths.shop.length)));
    const { q, min, max, favs, after, before, product } = state;
    const isBrowsing = q === "" && !favs && [min, max, after, before, product].every(isUnset);
    return isBrowsing && state.page <= MAX_CACHED_PAGE && shopPath(state, {}) === path;
  },
};

const isUnset = (value: string | null) => value === null;
