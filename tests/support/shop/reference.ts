import { parseSol } from "../../../app/lib/parse-sol";
import { foldText } from "../../../app/products/rules/search-text";
import {
  MAX_COUNT,
  MAX_SEARCHED,
  PAGE_SIZE,
  type ShopState,
  type Sort,
} from "../../../app/shop/rules/shop";
import type { ProductRow } from "../../../dev/seed/generated/insert-products";

/** A product with its texts folded and its place in the order of creation. */
export interface Listed extends ProductRow {
  seq: number;
  texts: readonly string[];
}

export interface ReferencePage {
  ids: string[];
  count: number;
  isExact: boolean;
  isPartial: boolean;
  hasNext: boolean;
}

/** Active products in order of creation. */
export function listed(rows: readonly ProductRow[]): Listed[] {
  return rows
    .map((row, at) => ({
      ...row,
      seq: at + 1,
      texts: [foldText(row.title), foldText(row.description)],
    }))
    .filter(({ status }) => status === "active");
}

/**
 * The page of the shop by plain filters and a sort over all products, with the bounds of the shop.
 *
 * @param among ids, in place of all products
 */
export function referencePage(
  products: readonly Listed[],
  state: ShopState,
  among: ReadonlySet<string> | null = null,
): ReferencePage {
  const { sorted, isPartial } = referenceList(products, state, among);
  const start = (state.page - 1) * PAGE_SIZE;
  const isKept = !among && foldText(state.q) === "" && state.min === null && state.max === null;
  const isExact = isKept || sorted.length <= MAX_COUNT;
  return {
    ids: sorted.slice(start, start + PAGE_SIZE).map(({ id }) => id),
    count: isExact ? sorted.length : MAX_COUNT,
    isExact,
    isPartial,
    hasNext: sorted.length > start + PAGE_SIZE,
  };
}

/** All pages of it. */
export function referenceList(
  products: readonly Listed[],
  state: ShopState,
  among: ReadonlySet<string> | null = null,
): { sorted: Listed[]; isPartial: boolean } {
  const { found, isPartial } = search(products.filter(filterOf(state, among)), state, among);
  return { sorted: found.sort(compare(state.sort)), isPartial };
}

function filterOf(state: ShopState, among: ReadonlySet<string> | null) {
  const min = lamports(state.min) ?? 0;
  const max = lamports(state.max) ?? Number.POSITIVE_INFINITY;
  return (product: Listed) =>
    (state.category === null || product.categoryId === state.category) &&
    (state.subcategory === null || product.subcategoryId === state.subcategory) &&
    (state.type === null || product.type === state.type) &&
    product.priceLamports >= min &&
    product.priceLamports <= max &&
    (among === null || among.has(product.id));
}

function search(products: Listed[], { q, sort }: ShopState, among: ReadonlySet<string> | null) {
  const text = foldText(q);
  const contains = ({ texts }: Listed) => texts.some((one) => one.includes(text));
  if (text === "" || among) return { found: products.filter(contains), isPartial: false };
  if ([...text].length < 3) {
    const newest = products.slice(-MAX_SEARCHED);
    return { found: newest.filter(contains), isPartial: products.length > MAX_SEARCHED };
  }
  const found = products.filter(contains);
  if (sort === "recent") return { found, isPartial: false };
  return { found: found.slice(-MAX_SEARCHED), isPartial: found.length > MAX_SEARCHED };
}

function compare(sort: Sort) {
  const bySeq = (a: Listed, b: Listed) => b.seq - a.seq;
  const orders = {
    recent: bySeq,
    "price-asc": (a: Listed, b: Listed) => a.priceLamports - b.priceLamports || a.seq - b.seq,
    "price-desc": (a: Listed, b: Listed) => b.priceLamports - a.priceLamports || bySeq(a, b),
    popular: (a: Listed, b: Listed) => b.sold - a.sold || bySeq(a, b),
  };
  return orders[sort];
}

function lamports(sol: string | null): number | null {
  const amount = sol === null ? null : parseSol(sol);
  return amount?.ok ? Number(amount.lamports) : null;
}
