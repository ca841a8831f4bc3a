import { expect, test } from "vitest";
import { CATEGORIES, categoryById, PRODUCT_TYPES } from "../../../app/products/rules/categories";
import english from "../../../locales/en/products.json";
import french from "../../../locales/fr/products.json";

/** First and last subcategory of each category, as specified. */
const RANGES: Record<number, [number, number]> = {
  1: [101, 111],
  2: [201, 211],
  3: [301, 310],
  4: [401, 411],
  6: [601, 610],
  7: [701, 711],
  8: [801, 811],
  9: [901, 910],
  11: [1101, 1111],
  12: [1201, 1207],
  13: [1301, 1307],
  14: [1401, 1407],
  15: [1501, 1506],
};

// spec: field.category.top, field.category.sub
test("the categories and their subcategories are the specified ones", () => {
  const found = CATEGORIES.map(({ id, subcategories }) => [
    id,
    [subcategories[0], subcategories.at(-1)],
    subcategories.length,
  ]);
  const asked = Object.entries(RANGES).map(([id, [first, last]]) => [
    Number(id),
    [first, last],
    last - first + 1,
  ]);
  expect(found).toEqual(asked);
});

// spec: field.category.top
// spec: product.type
test("ids are unique, and each category has a shop type", () => {
  const ids = CATEGORIES.flatMap(({ id, subcategories }) => [id, ...subcategories]);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { type } of CATEGORIES) expect(PRODUCT_TYPES).toContain(type);
  expect(new Set(CATEGORIES.map(({ type }) => type)).size).toBe(PRODUCT_TYPES.length);
  expect([categoryById(0), categoryById(5), categoryById(101)]).toEqual(Array(3).fill(undefined));
});

// spec: field.product.category, field.category.sub
// spec: product.subcategories
test.each([
  ["fr", french.categories],
  ["en", english.categories],
])("every id has a unique name in %s, and no other key exists", (_locale, names) => {
  const ids = ["0", ...CATEGORIES.flatMap(({ id, subcategories }) => [id, ...subcategories])];
  expect(Object.keys(names).sort()).toEqual(ids.map(String).sort());
  const values = Object.values(names);
  expect(values.filter((name) => name.trim().length < 3)).toEqual([]);
  expect(new Set(values).size).toBe(values.length);
});
