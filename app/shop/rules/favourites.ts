// @chunk data
/** Favourites of one account; bounds what a page of the shop reads. */
export const MAX_FAVOURITES = 500;

/** Ids that one request for a visitor's favourites may name. */
export const MAX_VISITOR_FAVOURITES = 200;

const PRODUCT_ID = /^[\w-]{1,64}$/;

/** The well-formed ids, each once, up to `max`. */
export function productIds(texts: readonly string[], max: number): string[] {
  return [...new Set(texts.filter((text) => PRODUCT_ID.test(text)))].slice(0, max);
}
