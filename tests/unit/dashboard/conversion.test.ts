import { expect, test } from "vitest";
import { conversionOf } from "../../../app/dashboard/rules/conversion";
import { placeIn } from "../../../app/dashboard/rules/place";

test.each([
  [{ sales: 3, views: 0 }, null],
  [{ sales: 0, views: 4 }, 0],
  [{ sales: 1, views: 4 }, 0.25],
  [{ sales: 6, views: 4 }, 1.5],
  [{ sales: -1, views: 4 }, 0],
])("conversion of %o", (sums, expected) => {
  expect(conversionOf(sums)).toBe(expected);
});

test.each([
  ["", null, null],
  ["period=12-months&page=2", "12-months", 2],
  ["period=constructor&page=1", null, null],
  ["period=30-days&page=-1", "30-days", null],
  ["page=1e3", null, null],
  ["page=99999", null, null],
  ["page=%00", null, null],
])("the place in %s", (search, period, page) => {
  expect(placeIn(new URLSearchParams(search))).toEqual({ period, page });
});
