import { expect, test } from "vitest";
import { RecentMap } from "../../../app/lib/recent-map";

test("the entry that was used longest ago goes first", () => {
  const map = new RecentMap<number>(2);
  map.set("a", 1);
  map.set("b", 2);
  expect(map.get("a")).toBe(1);
  map.set("c", 3);
  expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([1, undefined, 3]);
});

test("a value that is set again takes no second place", () => {
  const map = new RecentMap<number>(2);
  map.set("a", 1);
  map.set("b", 2);
  map.set("a", 3);
  expect([map.get("a"), map.get("b")]).toEqual([3, 2]);
});
