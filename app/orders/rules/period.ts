import { assertNever } from "../../lib/assert-never";
import { DAY_MS } from "../../lib/time-zone";

/** The times that lists and figures of sales can be limited to, as they stand in addresses. */
export const PERIODS = ["30-days", "12-months", "all"] as const;
export type Period = (typeof PERIODS)[number];

export function parsePeriod(text: string | null, fallback: Period): Period {
  return PERIODS.find((period) => period === text) ?? fallback;
}

/**
 * The first day of a period that ends with `today`: of 30 days, or of this month and the 11 before
 * it; null for `all`. Days are counted from 1970-01-01.
 */
export function firstDayOf(period: Period, today: number): number | null {
  switch (period) {
    case "30-days":
      return today - 29;
    case "12-months":
      return firstOfMonth(today, -11);
    case "all":
      return null;
    default:
      return assertNever(period);
  }
}

/** The first day of the month that is `months` after the month of `day`. */
export function firstOfMonth(day: number, months = 0): number {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / DAY_MS;
}
