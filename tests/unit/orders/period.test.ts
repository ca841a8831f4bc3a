import { expect, test } from "vitest";
import { DAY_MS } from "../../../app/lib/time-zone";
import { firstDayOf, firstOfMonth, parsePeriod } from "../../../app/orders/rules/period";

const dayOf = (text: string) => Date.parse(text) / DAY_MS;

test.each([null, "", "31-days", "ALL", "constructor", "x".repeat(5_000)])(
  "%j is no period",
  (text) => {
    expect(parsePeriod(text, "12-months")).toBe("12-months");
  },
);

test("periods begin with a day or a month", () => {
  expect(firstDayOf("30-days", dayOf("2026-03-01"))).toBe(dayOf("2026-01-31"));
  expect(firstDayOf("12-months", dayOf("2026-03-31"))).toBe(dayOf("2025-04-01"));
  expect(firstDayOf("12-months", dayOf("2026-12-01"))).toBe(dayOf("2026-01-01"));
  expect(firstDayOf("all", 20_000)).toBeNull();
  expect(firstOfMonth(dayOf("2024-02-29"), 1)).toBe(dayOf("2024-03-01"));
  expect(parsePeriod("all", "30-days")).toBe("all");
});
