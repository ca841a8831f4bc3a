import { expect, test } from "vitest";
import { affiliateBps, leavesEnough, sellersPart } from "../../../app/affiliates/rules/affiliate";

test("a percent is a whole one from 1 to 75", () => {
  const refused = ["", "0", "76", "100", "1.5", "1,5", "-3", "1e1", "ten", "٣", "0x10", "007"];
  expect(refused.map(affiliateBps)).toEqual(refused.map(() => null));
  expect(["1", " 20 ", "75", "20 %", "07"].map(affiliateBps)).toEqual([
    100, 2_000, 7_500, 2_000, 700,
  ]);
});

test("the seller keeps 5 % of the price after the commission, with co-authors too", () => {
  const price = { priceLamports: 1_000_000n, feeBps: 100, affiliateBps: 7_500 };
  expect(sellersPart({ ...price, authorsBps: [] })).toBe(247_500n);
  expect(leavesEnough({ ...price, authorsBps: [] })).toBe(true);
  // A fifth of the quarter that is left: 5 % of the whole, to the lamport.
  expect(sellersPart({ ...price, authorsBps: [5_000, 3_000] })).toBe(49_500n);
  expect(leavesEnough({ ...price, authorsBps: [5_000, 3_000] })).toBe(true);
  expect(leavesEnough({ ...price, authorsBps: [5_000, 3_001] })).toBe(false);
});
