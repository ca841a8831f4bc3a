import type { ParseKeys } from "i18next";

/** Values of the shop's type filter. */
export const PRODUCT_TYPES = ["ebook", "template", "musique", "photo", "autre"] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

export interface Category {
  id: number;
  /** Ids. The translations in the namespace `categories` are keyed by id. */
  subcategories: readonly number[];
  type: ProductType;
}

/** The specification's table. 0 is "All": a filter, which no product has as category. */
export const CATEGORIES: readonly Category[] = [
  { id: 1, subcategories: range(101, 111), type: "musique" },
  { id: 2, subcategories: range(201, 211), type: "ebook" },
  { id: 3, subcategories: range(301, 310), type: "ebook" },
  { id: 4, subcategories: range(401, 411), type: "autre" },
  { id: 6, subcategories: range(601, 610), type: "photo" },
  { id: 7, subcategories: range(701, 711), type: "template" },
  { id: 8, subcategories: range(801, 811), type: "autre" },
  { id: 9, subcategories: range(901, 910), type: "autre" },
  { id: 11, subcategories: range(1101, 1111), type: "template" },
  { id: 12, subcategories: range(1201, 1207), type: "autre" },
  { id: 13, subcategories: range(1301, 1307), type: "template" },
  { id: 14, subcategories: range(1401, 1407), type: "template" },
  { id: 15, subcategories: range(1501, 1506), type: "autre" },
];

export function categoryById(id: number): Category | undefined {
  return CATEGORIES.find((category) => category.id === id);
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** The key of a category's or subcategory's name; a test compares the table with the texts. */
export function categoryKey(id: number): ParseKeys<"categories"> {
  return String(id) as ParseKeys<"categories">;
}
