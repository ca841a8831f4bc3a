import { expect, test } from "vitest";
import { productIds } from "../../../app/shop/rules/favourites";

test("ids are kept once, well-formed and up to a maximum", () => {
  expect(productIds(["a", "", "b'", "a", "c d", "b", "x".repeat(65), "c"], 2)).toEqual(["a", "b"]);
});
