import { expect, test } from "vitest";
import { parseLocalnetCodes } from "../../../app/orders/rules/localnet-codes";

const SPRING = { name: "spring", percent: 0 };

test.each([
  ["", []],
  ["spring", [SPRING]],
  ["spring,", [SPRING]],
  [
    "spring:5,gift_2:99",
    [
      { ...SPRING, percent: 5 },
      { name: "gift_2", percent: 99 },
    ],
  ],
  ["spring:0", null],
  ["spring:100", null],
  ["spring:5.5", null],
  ["spring:", null],
  ["été", null],
  ["a,b,c", null],
  ["x".repeat(33), null],
])("the setting %j", (text, codes) => {
  expect(parseLocalnetCodes(text)).toEqual(codes);
});
