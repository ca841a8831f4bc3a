import { expect, test } from "vitest";
import { centsOf, rateOf } from "../../../app/rates/rules/rate";

test("what lamports are worth is rounded to the cent, in integers", () => {
  const rate = 125_000_000n;
  expect(centsOf(99_200_000n, rate)).toBe(1_240n);
  expect(centsOf(40_000n, rate)).toBe(1n);
  expect(centsOf(39_999n, rate)).toBe(0n);
  expect(centsOf(0n, rate)).toBe(0n);
  // Beyond what a number holds exactly.
  expect(centsOf(9_007_199_254_740_991n, rate)).toBe(112_589_990_684n);
});

test("the rate in euros follows from that in dollars", () => {
  const price = { microDollars: 150_000_000n, at: 1 };
  const table = { microDollarsPerEuro: 1_159_300n, day: "2026-11-23" };
  expect(rateOf(price, table, "feed").micros).toEqual({ USD: 150_000_000n, EUR: 129_388_424n });
});
