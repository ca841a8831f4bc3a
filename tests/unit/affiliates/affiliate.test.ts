import { expect, test } from "vitest";
import { affiliateBps } from "../../../app/affiliates/rules/affiliate";

test("a percent is a whole one from 1 to 75", () => {
  const refused = ["", "0", "76", "100", "1.5", "1,5", "-3", "1e1", "ten", "٣", "0x10", "007"];
  expect(refused.map(affiliateBps)).toEqual(refused.map(() => null));
  expect(["1", " 20 ", "75", "20 %", "07"].map(affiliateBps)).toEqual([
    100, 2_000, 7_500, 2_000, 700,
  ]);
});
