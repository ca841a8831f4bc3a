import type { Sort } from "./shop";

/** The values that products are sorted by. */
export interface SortKey {
  seq: number;
  priceLamports: number;
  sold: number;
}

const PATTERN = /^(?:([0-9a-z]{1,11})\.)?([0-9a-z]{1,11})$/;
const RADIX = 36;

/** The place of a product in a sort order, as a search parameter. */
export function encodeCursor(key: SortKey, sort: Sort): string {
  const seq = key.seq.toString(RADIX);
  if (sort === "recent") return seq;
  return `${(sort === "popular" ? key.sold : key.priceLamports).toString(RADIX)}.${seq}`;
}

/** Null for a text that is no cursor of this sort order. */
export function decodeCursor(text: string, sort: Sort): SortKey | null {
  const [match, first, last = ""] = PATTERN.exec(text) ?? [];
  if (match === undefined || (first === undefined) !== (sort === "recent")) return null;
  const value = first === undefined ? 0 : Number.parseInt(first, RADIX);
  const seq = Number.parseInt(last, RADIX);
  if (!Number.isSafeInteger(value) || !Number.isSafeInteger(seq)) return null;
  return { seq, priceLamports: value, sold: value };
}
