import { PERIODS, type Period } from "../../orders/rules/period";

export const DEFAULT_PERIOD: Period = "30-days";

/** The search parameters of the dashboard that its links and forms keep; null for the default. */
export interface DashboardPlace extends Record<string, string | number | null> {
  period: Period | null;
  /** Of the product table, from 1. */
  page: number | null;
}

/** Values that the dashboard does not have count as absent. */
export function placeIn(params: URLSearchParams): DashboardPlace {
  const page = params.get("page") ?? "";
  return {
    period: PERIODS.find((period) => period === params.get("period")) ?? null,
    page: /^[1-9]\d{0,3}$/.test(page) && page !== "1" ? Number(page) : null,
  };
}
