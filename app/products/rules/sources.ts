/** Names that one seller can have at a time. */
export const MAX_SOURCE_NAMES = 50;

/** Referring hosts that are kept for one product and day; the views and sales of others are those of `OTHER`. */
export const MAX_HOSTS_OF_DAY = 20;

/** Sums of views are kept so long, which covers the 12 months that figures show. */
export const VIEWS_LIFETIME_DAYS = 400;

/** What a kept source starts with where it is a name that the seller made: no host has a colon. */
export const NAMED = "src:";

/** The seller's name of a kept source; null for a source of another kind. */
export function nameOfSource(source: string): string | null {
  return source.startsWith(NAMED) ? source.slice(NAMED.length) : null;
}
