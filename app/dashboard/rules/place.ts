import { paths, query } from "../../lib/paths";
import { PERIODS, type Period } from "../../orders/rules/period";

export const DEFAULT_PERIOD: Period = "30-days";

/** The search parameters of the dashboard that its links and forms keep; null for the default. */
export interface DashboardPlace extends Record<string, string | number | null> {
  period: Period | null;
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
    page: /^[1-9]\d{0,3}$/.test(page) && page !== "1" ? Number(page) : null,
  };
}
