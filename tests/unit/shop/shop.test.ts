import { expect, test } from "vitest";
import { readShopState } from "../../../app/shop/http/shop-state";
import { MAX_SEARCH_LENGTH, type ShopState, shopPath } from "../../../app/shop/rules/shop";

const read = (query: string) => readShopState(new URLSearchParams(query));
const DEFAULT: ShopState = {
  q: "",
  category: null,
  subcategory: null,
  type: null,
  min: null,
  max: null,
  sort: "recent",
  page: 1,
  after: null,
  before: null,
  view: "grid",
  favs: false,
  product: null,
};

// spec: rule.shop.type
// spec: catalogue.state-address
test("filters are parsed from the URL and written back", () => {
  const state: ShopState = {
    q: "été 50%",
    category: 9,
    subcategory: 902,
    type: "photo",
    min: "0.5",
    max: "2",
    sort: "price-asc",
    page: 3,
    after: null,
    before: null,
    view: "list",
    favs: true,
    product: "p1",
  };
  const path = shopPath(state, { page: 3, product: "p1" });
  expect(read(new URL(path, "http://shop").search)).toEqual(state);
  expect(read("category=9&subcategory=902&type=PHOTO&min=0,50&max=2.0")).toMatchObject({
    category: 9,
    subcategory: 902,
    type: "photo",
    min: "0.5",
    max: "2",
  });
  expect(read("")).toEqual(DEFAULT);
  expect(shopPath(read(""), {})).toBe("/shop");
});

test("a search text has no control characters", () => {
  expect(read("q=%00").q).toBe("");
  expect(read("q=a%00%1fb%0a").q).toBe("a b");
});

// spec: transition.shop.page-reset
test("changing the filter or the sort order resets to page 1", () => {
  expect(shopPath(read("category=9&page=3"), { sort: "popular" })).toBe(
    "/shop?category=9&sort=popular",
  );
  expect(shopPath(read("page=3&product=p1"), { view: "list" })).toBe("/shop?view=list&page=3");
  expect(shopPath(read("category=9&subcategory=902"), { category: 1 })).toBe("/shop?category=1");
});

test("a cursor replaces the page, and is reset by filter and order", () => {
  const state = read("page=500&sort=price-asc&after=1s.2m");
  expect(state).toMatchObject({ page: 1, after: "1s.2m", before: null });
  expect(shopPath(state, { view: "list" })).toBe("/shop?sort=price-asc&view=list&after=1s.2m");
  expect(shopPath(state, { sort: "popular" })).toBe("/shop?sort=popular");
  expect(shopPath(state, { before: "1s.1z" })).toBe("/shop?sort=price-asc&before=1s.1z");
  expect(shopPath(state, { page: 3 })).toBe("/shop?sort=price-asc&page=3");
  expect(read("after=2m&before=2n")).toMatchObject({ after: "2m", before: null });
  for (const other of ["after=1s.2m", "before=-1", "after=zzzzzzzzzzz", "after=", "before=2M"]) {
    expect(read(other)).toEqual(DEFAULT);
  }
});

test("a long search text is cut off", () => {
  expect(read(`q=${"é".repeat(10_000)}`).q).toBe("é".repeat(MAX_SEARCH_LENGTH));
});

// spec: rule.shop.price-bounds
test.each([
  "category=0",
  "category=5",
  "category=101",
  "category=",
  "category=1e0x",
  "subcategory=901",
  "type=video",
  "min=0",
  "min=-1",
  "max=NaN",
  "min=",
  "view=table",
  "favs=0",
  "product=",
  "q=%20%20",
  "sort=rowid%3B--",
  "page=0",
  "after=1%27--",
  "page=-1",
  "page=1.5",
  "page=1e1",
])("%s counts as unset", (query) => {
  expect(read(query)).toEqual(DEFAULT);
});
