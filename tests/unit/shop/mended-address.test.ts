import { expect, test } from "vitest";
import { mendShopAddress, readShopState } from "../../../app/shop/http/shop-state";
import { MAX_PAGE } from "../../../app/shop/rules/shop";

function mend(query: string) {
  const search = new URLSearchParams(query);
  return mendShopAddress(search, readShopState(search));
}

// spec: catalogue.mended-address
test.each([
  ["min=abc", "/shop", "priceDropped"],
  ["max=1,000&sort=popular", "/shop?sort=popular", "priceDropped"],
  ["category=abc&min=-1&q=rain", "/shop?q=rain", "priceDropped"],
  ["category=9&subcategory=101", "/shop?category=9", "filterDropped"],
  ["view=table&sort=rowid&favs=2", "/shop", "filterDropped"],
  ["page=abc&lang=en", "/shop?lang=en", "filterDropped"],
  ["page=0", "/shop", "filterDropped"],
  [`page=${MAX_PAGE + 1}`, `/shop?page=${MAX_PAGE}`, null],
  [`page=${"9".repeat(400)}`, `/shop?page=${MAX_PAGE}`, null],
  ["min=0,25&max=0.50", "/shop?min=0.25&max=0.5", null],
  ["min=0", "/shop", null],
  ["type=EBOOK", "/shop?type=ebook", null],
])("%s is mended", (query, path, note) => {
  expect(mend(query)).toEqual({ path, note });
  // Once: the mended address counts as it is.
  expect(mend(path.slice("/shop?".length))).toBeNull();
});

test.each([
  "",
  "q=&type=&min=&max=&sort=recent",
  "page=1&view=grid",
  "q=%20two%20words&min=0.25&page=3&utm_source=x",
  "page=500&sort=price-asc&after=1s.2m",
])("%j stays as it is", (query) => {
  expect(mend(query)).toBeNull();
});
