import { paths, query } from "../../lib/paths";
import { PERIODS, type Period } from "../../orders/rules/period";

export const DEFAULT_PERIOD: Period = "30-days";

/** Orders of the product table, by a column; without one the newest come first. */
export const PRODUCT_SORTS = [
  "title-asc",
  "title-desc",
  "sales-desc",
  "sales-asc",
  "views-desc",
  "views-asc",
  "price-desc",
  "price-asc",
] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];

/** A seller with more products can't sort by views: it reads the days of all of them. */
export const MAX_SORTED_BY_VIEWS = 300;

/** Of a search in the product table. */
export const MAX_TABLE_SEARCH_LENGTH = 100;

/** The search parameters of the dashboard that its links and forms keep; null for the default. */
export interface DashboardPlace extends Record<string, string | number | null> {
  period: Period | null;
  /** Words that the product table is searched for. */
  q: string | null;
  sort: ProductSort | null;
  /** Of the product table, from 1. */
  page: number | null;
}

/** The address with the last page in place of one that does not exist; null where it exists. */
export function mendedPath(params: URLSearchParams, pages: number): string | null {
  const typed = params.get("page") ?? "";
  const isNumber = /^[1-9]\d*$/.test(typed);
  if (typed === "" || (isNumber && Number(typed) <= pages)) return null;
  const page = isNumber && pages > 1 ? pages : null;
  return paths.dashboard + query({ ...Object.fromEntries(params), page });
}

/** Values that the dashboard does not have count as absent. */
export function placeIn(params: URLSearchParams): DashboardPlace {
  const page = params.get("page") ?? "";
  return {
    period: PERIODS.find((period) => period === params.get("period")) ?? null,
    q: (params.get("q") ?? "").trim().slice(0, MAX_TABLE_SEARCH_LENGTH) || null,
    sort: PRODUCT_SORTS.find((sort) => sort === params.get("sort")) ?? null,
    page: /^[1-9]\d{0,3}$/.test(page) && page !== "1" ? Number(page) : null,
  };
}
