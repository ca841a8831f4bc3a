import { assertNever } from "../../lib/assert-never";
import { DAY_MS } from "../../lib/time-zone";
import { firstDayOf, firstOfMonth, type Period } from "../../orders/rules/period";

/** Sums of a seller's ledger on one UTC day. Sales and prices are less refunds and rollbacks. */
export interface SellerDay {
  /** Days since 1970-01-01. */
  day: number;
  sales: number;
  grossLamports: bigint;
  feeLamports: bigint;
}

export type Sums = Omit<SellerDay, "day">;

export type Unit = "day" | "month" | "year";

/** The sums of a day, month or year; `day` is the first of it. */
export type Bar = SellerDay;

export interface PeriodFigures {
  total: Sums;
  /** Of the same time before the period; null for all time. */
  before: Sums | null;
  /** What a bar stands for. */
  unit: Unit;
  /** Oldest first, also those without a sale. */
  bars: Bar[];
}

/** Up to so many months, a bar stands for one of them. */
const MAX_MONTHS = 24;

/** The figures of a period that ends with `today`. */
export function figuresOf(
  days: readonly SellerDay[],
  period: Period,
  today: number,
): PeriodFigures {
  const first = firstDayOf(period, today) ?? Math.min(today, days[0]?.day ?? today);
  const unit = unitOf(period, first, today);
  const within = days.filter(({ day }) => day >= first && day <= today);
  const bars = new Map<number, Bar>();
  for (let day = startOf(first, unit); day <= today; day = nextStart(day, unit)) {
    bars.set(day, { day, ...addSums([]) });
  }
  for (const one of within) {
    const day = startOf(one.day, unit);
    bars.set(day, { day, ...addSums([bars.get(day), one]) });
  }
  const start = period === "all" ? null : (firstDayOf(period, first - 1) ?? null);
  const earlier = start === null ? null : days.filter(({ day }) => day >= start && day < first);
  const before = earlier && addSums(earlier);
  return { total: addSums(within), before, unit, bars: [...bars.values()] };
}

export function addSums(all: readonly (Sums | undefined)[]): Sums {
  const sum = { sales: 0, grossLamports: 0n, feeLamports: 0n };
  for (const one of all) {
    sum.sales += one?.sales ?? 0;
    sum.grossLamports += one?.grossLamports ?? 0n;
    sum.feeLamports += one?.feeLamports ?? 0n;
  }
  return sum;
}

/** The year of a day. */
export function yearOf(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear();
}

function unitOf(period: Period, first: number, today: number): Unit {
  switch (period) {
    case "30-days":
      return "day";
    case "12-months":
      return "month";
    case "all":
      return first < firstOfMonth(today, 1 - MAX_MONTHS) ? "year" : "month";
    default:
      return assertNever(period);
  }
}

function startOf(day: number, unit: Unit): number {
  if (unit === "day") return day;
  return unit === "month" ? firstOfMonth(day) : Date.UTC(yearOf(day), 0) / DAY_MS;
}

function nextStart(day: number, unit: Unit): number {
  if (unit === "day") return day + 1;
  return unit === "month" ? firstOfMonth(day, 1) : Date.UTC(yearOf(day) + 1, 0) / DAY_MS;
}

/**
 * Sales as a share of views; null without views. Above 1 where people buy by a QR code or a link of
 * a wallet, which open no page. Refunds of earlier sales can outweigh the sales of a period: then 0.
 */
export function conversionOf({ sales, views }: { sales: number; views: number }): number | null {
  return views > 0 ? Math.max(0, sales) / views : null;
}
