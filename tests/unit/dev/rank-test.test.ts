import { expect, test } from "vitest";
import { rankTest } from "../../../bench/support/rank-test";

const upTo = (n: number, shift = 0) => Array.from({ length: n }, (_, at) => at + shift);

test("samples without a difference have a high p", () => {
  expect(rankTest(upTo(200), upTo(200))).toEqual({ larger: 0.5, p: expect.closeTo(1, 6) });
});

test("a shift is detected with its direction", () => {
  const { larger, p } = rankTest(upTo(200, 40), upTo(200));
  expect(larger).toBeCloseTo(0.68, 2);
  expect(p).toBeLessThan(0.000_001);
});

test("known values: larger in 24 of 35 pairs", () => {
  const { larger, p } = rankTest([3, 5, 8, 11, 12], [1, 2, 4, 6, 7, 9, 10]);
  expect(larger).toBeCloseTo(24 / 35, 6);
  // z = (24 - 17.5) / sqrt(35 * 13 / 12) = 1.0556
  expect(p).toBeCloseTo(0.2912, 3);
});
