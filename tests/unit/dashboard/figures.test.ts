import { expect, test } from "vitest";
import { conversionOf, figuresOf, type SellerDay } from "../../../app/dashboard/rules/figures";

const dayOf = (text: string) => Date.parse(text) / 86_400_000;
const TODAY = dayOf("2026-03-15");

const sums = (day: string, sales: number, gross = sales * 100): SellerDay => ({
  day: dayOf(day),
  sales,
  grossLamports: BigInt(gross),
  feeLamports: BigInt(sales),
});

const days = [
  sums("2024-02-29", 9),
  sums("2025-03-31", 7),
  sums("2025-04-01", 1),
  sums("2026-02-13", 2),
  sums("2026-02-14", 3),
  sums("2026-03-14", 4),
  sums("2026-03-15", -5),
];

/** Starts of bars with sales. */
const shown = (figures: ReturnType<typeof figuresOf>) =>
  Object.fromEntries(
    figures.bars
      .filter(({ sales }) => sales !== 0)
      .map(({ day, sales }) => [new Date(day * 86_400_000).toISOString().slice(0, 10), sales]),
  );

test("30 days end with today", () => {
  const figures = figuresOf(days, "30-days", TODAY);
  expect(figures.unit).toBe("day");
  expect(figures.bars).toHaveLength(30);
  expect(shown(figures)).toEqual({ "2026-02-14": 3, "2026-03-14": 4, "2026-03-15": -5 });
  expect(figures.total).toEqual({ sales: 2, grossLamports: 200n, feeLamports: 2n });
});

test("12 months are this one and the 11 before it", () => {
  const figures = figuresOf(days, "12-months", TODAY);
  expect(figures.unit).toBe("month");
  expect(figures.bars).toHaveLength(12);
  expect(shown(figures)).toEqual({ "2025-04-01": 1, "2026-02-01": 5, "2026-03-01": -1 });
  expect(figures.total.sales).toBe(5);
});

test("the period before is as long, and all time has none", () => {
  const before = (period: "30-days" | "12-months" | "all") =>
    figuresOf(days, period, TODAY).before?.sales ?? null;
  expect([before("30-days"), before("12-months"), before("all")]).toEqual([2, 7, null]);
});

test("all is shown by month for up to two years, then by year", () => {
  expect(figuresOf(days, "all", TODAY)).toMatchObject({ unit: "year", total: { sales: 21 } });
  expect(shown(figuresOf(days, "all", TODAY))).toEqual({
    "2024-01-01": 9,
    "2025-01-01": 8,
    "2026-01-01": 4,
  });
  const later = figuresOf(days.slice(1), "all", TODAY);
  expect([later.unit, later.bars.length]).toEqual(["month", 13]);
});

test("without sales there is one empty bar of all", () => {
  expect(figuresOf([], "all", TODAY).bars).toHaveLength(1);
  expect(figuresOf([], "30-days", TODAY).total.grossLamports).toBe(0n);
});

test("the last day of a month and of a leap year belong to them", () => {
  const figures = figuresOf([sums("2024-12-31", 1), sums("2025-01-31", 2)], "all", TODAY);
  expect(shown(figures)).toEqual({ "2024-12-01": 1, "2025-01-01": 2 });
});

test.each([
  [{ sales: 3, views: 0 }, null],
  [{ sales: 0, views: 4 }, 0],
  [{ sales: 1, views: 4 }, 0.25],
  [{ sales: 6, views: 4 }, 1.5],
  [{ sales: -1, views: 4 }, 0],
])("conversion of %o", (sums, expected) => {
  expect(conversionOf(sums)).toBe(expected);
});
