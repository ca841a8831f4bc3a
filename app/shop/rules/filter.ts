import { assertNever } from "../../lib/assert-never";
import { parseSol } from "../../lib/lamports";
import type { ShopState } from "./shop";

/** What the filters and sorts of the shop read of a product. */
export interface FilterFacts {
  /** Increases with each product created. */
  seq: number;
  title: string;
  description: string;
  categoryId: number;
  subcategoryId: number | null;
  type: string;
  priceLamports: bigint;
  sold: number;
}

type Filters = Pick<ShopState, "q" | "category" | "subcategory" | "type" | "min" | "max">;

/** Lower case without accents; ligatures as two letters. */
export function foldText(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae");
}

/** Whether a product passes all filters. The search text is contained in the title or description. */
export function matchesFilters(product: FilterFacts, filters: Filters): boolean {
  const { category, subcategory, type } = filters;
  if (category !== null && product.categoryId !== category) return false;
  if (subcategory !== null && product.subcategoryId !== subcategory) return false;
  if (type !== null && product.type.toLowerCase() !== type) return false;
  return isInPriceRange(product, filters) && containsText(product, filters);
}

function isInPriceRange({ priceLamports }: FilterFacts, { min, max }: Filters): boolean {
  const [lowest, highest] = [boundOf(min), boundOf(max)];
  if (lowest !== null && priceLamports < lowest) return false;
  return highest === null || priceLamports <= highest;
}

/** In lamports; null for no bound. */
export function boundOf(amount: string | null): bigint | null {
  const parsed = amount === null ? null : parseSol(amount);
  return parsed?.ok && parsed.lamports > 0n ? parsed.lamports : null;
}

function containsText({ title, description }: FilterFacts, { q }: Filters): boolean {
  const wanted = foldText(q);
  if (wanted === "") return true;
  return foldText(title).includes(wanted) || foldText(description).includes(wanted);
}

type SortFacts = Pick<FilterFacts, "seq" | "priceLamports" | "sold">;

/** Order of two products. Equal prices and sales are in the direction of the sort, by age. */
export function compareBy(sort: ShopState["sort"]): (a: SortFacts, b: SortFacts) => number {
  switch (sort) {
    case "recent":
      return (a, b) => b.seq - a.seq;
    case "price-asc":
      return (a, b) => Number(a.priceLamports - b.priceLamports) || a.seq - b.seq;
    case "price-desc":
      return (a, b) => Number(b.priceLamports - a.priceLamports) || b.seq - a.seq;
    case "popular":
      return (a, b) => b.sold - a.sold || b.seq - a.seq;
    default:
      return assertNever(sort);
  }
}
