import { expect, test } from "vitest";
import { placeIn } from "../../../app/dashboard/rules/place";

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
