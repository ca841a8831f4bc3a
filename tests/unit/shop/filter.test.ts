import { expect, test } from "vitest";
import { readShopState } from "../../../app/shop/http/shop-state";
import { productIds } from "../../../app/shop/rules/favourites";
import {
  compareBy,
  type FilterFacts,
  foldText,
  matchesFilters,
} from "../../../app/shop/rules/filter";

const state = (search: string) => readShopState(new URLSearchParams(search));
const facts = (change: Partial<FilterFacts> = {}): FilterFacts => ({
  seq: 1,
  title: "L’Œuvre au noir",
  description: "Ebook about a CÆSAR, élan 100 %",
  categoryId: 2,
  subcategoryId: 201,
  type: "ebook",
  priceLamports: 500_000_000n,
  sold: 0,
  ...change,
});

test.each([
  ["", true],
  ["q=oeuvre", true],
  ["q=ŒUVRE", true],
  ["q=caesar", true],
  ["q=élàn", true],
  ["q=e%CC%81lan", true],
  ["q=o", true],
  ["q=100 %25", true],
  ["q=_", false],
  ["q=noir ebook", false],
  ["q=%00", false],
  ["category=2&subcategory=201", true],
  ["category=2&subcategory=202", false],
  ["category=1", false],
  ["type=EBOOK", true],
  ["type=photo", false],
  ["min=0.5&max=0.5", true],
  ["min=0.500000001", false],
  ["max=0.499999999", false],
  ["min=0&max=0", true],
])("filters %j: %s", (search, expected) => {
  expect(matchesFilters(facts(), state(search))).toBe(expected);
});

test("a type of an imported product matches in any case", () => {
  expect(matchesFilters(facts({ type: "Ebook" }), state("type=ebook"))).toBe(true);
});

test("folding keeps letters without accents and splits ligatures", () => {
  expect(foldText("ÇA Œ Æ ñ ß")).toBe("ca oe ae n ß");
});

test("sorts break ties by age in their own direction", () => {
  const all = [
    { seq: 1, priceLamports: 2n, sold: 5 },
    { seq: 2, priceLamports: 1n, sold: 5 },
    { seq: 3, priceLamports: 2n, sold: 9 },
  ];
  const sorted = (sort: Parameters<typeof compareBy>[0]) =>
    [...all].sort(compareBy(sort)).map(({ seq }) => seq);
  expect(sorted("recent")).toEqual([3, 2, 1]);
  expect(sorted("price-asc")).toEqual([2, 1, 3]);
  expect(sorted("price-desc")).toEqual([3, 1, 2]);
  expect(sorted("popular")).toEqual([3, 2, 1]);
});

test("ids are kept once, well-formed and up to a maximum", () => {
  expect(productIds(["a", "", "b'", "a", "c d", "b", "x".repeat(65), "c"], 2)).toEqual(["a", "b"]);
});
