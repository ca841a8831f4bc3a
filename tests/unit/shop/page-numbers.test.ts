import { expect, test } from "vitest";
import { pageNumbers } from "../../../app/shop/rules/page-numbers";

const shown = (current: number, last: number) =>
  pageNumbers(current, last)
    .map((page) => page ?? "…")
    .join(" ");

test.each([
  [1, 1, "1"],
  [1, 5, "1 2 … 5"],
  [3, 5, "1 2 3 4 5"],
  [4, 5, "1 2 3 4 5"],
  [7, 45, "1 … 6 7 8 … 45"],
  [500, 500, "1 … 499 500"],
  // Beyond the last page that has a number.
  [501, 500, "1 … 500"],
])("page %i of %i shows %s", (current, last, expected) => {
  expect(shown(current, last)).toBe(expected);
});
