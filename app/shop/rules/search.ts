import type { Sort } from "./shop";

/** Shortest text that the search index finds, in characters. */
export const MIN_INDEXED_CHARS = 3;

/** False for a folded text that is too short for the index. */
export function isIndexed(text: string): boolean {
  return [...text].length >= MIN_INDEXED_CHARS;
}

/**
 * True where no index has the order: a bounded set of products is read and sorted, and its pages
 * have numbers only.
 */
export function isBoundedSet(query: {
  /** Folded; empty for no search. */
  text: string;
  sort: Sort;
  /** Null for all products. */
  among: object | null;
}): boolean {
  const { text, sort, among } = query;
  return among !== null || (text !== "" && (!isIndexed(text) || sort !== "recent"));
}
