import { expect, test } from "vitest";
import { SHOP_PAGES } from "../../../app/shop/http/shop-pages";

test.each([
  "/shop?category=1",
  "/shop?category=1&subcategory=10&type=autre&sort=popular&view=list&page=10",
  "/shop?sort=price-asc&page=2",
])("%s is kept where its filters exist", (path) => {
  const known = path.replace("subcategory=10&", "");
  expect(SHOP_PAGES.isCanonical(known)).toBe(true);
});

test.each([
  "/shop?",
  "/shop?page=1",
  "/shop?page=11",
  "/shop?page=2&sort=price-asc",
  "/shop?category=1&category=1",
  "/shop?category=01",
  "/shop?category=%31",
  "/shop?category=99",
  "/shop?subcategory=10",
  "/shop?type=AUTRE",
  "/shop?sort=recent",
  "/shop?view=grid",
  "/shop?q=a",
  "/shop?min=1",
  "/shop?max=1",
  "/shop?favs=1",
  "/shop?product=a",
  "/shop?after=a",
  "/shop?before=a",
  "/shop?category=1&utm_source=a",
  "/shop?category=1#a",
  "/shop?category=1&",
  "/shop?lang=en",
])("%s is not", (path) => {
  expect(SHOP_PAGES.isCanonical(path)).toBe(false);
});
