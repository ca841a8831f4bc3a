import { expect, test } from "vitest";
import { placeIn } from "../../../app/dashboard/rules/place";

const NONE = { period: null, q: null, sort: null, page: null };

test.each([
  ["", {}],
  ["period=12-months&page=2", { period: "12-months", page: 2 }],
  ["period=constructor&page=1", {}],
  ["period=30-days&page=-1", { period: "30-days" }],
  ["page=1e3", {}],
  ["page=99999", {}],
  ["page=%00", {}],
  ["q=+rain+&sort=views-asc", { q: "rain", sort: "views-asc" }],
  ["q=+&sort=views", {}],
  [`q=${"x".repeat(200)}&sort=__proto__`, { q: "x".repeat(100) }],
])("the place in %s", (search, place) => {
  expect(placeIn(new URLSearchParams(search))).toEqual({ ...NONE, ...place });
});
