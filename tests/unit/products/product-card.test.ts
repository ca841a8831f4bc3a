import { expect, test } from "vitest";
import { NEW_FOR_MS, toCard } from "../../../app/products/rules/product-card";

const facts = {
  id: "p",
  title: "T",
  categoryId: 1,
  priceLamports: 80_000_000n,
  coverMediaId: "",
  coverSmallMediaId: "",
  coverWidth: null,
  coverSmallWidth: null,
  coverFocusX: null,
  coverFocusY: null,
  saleType: "limited",
  saleLimit: 3,
  isFree: false,
  isPriceChosen: false,
  sold: 1,
  held: 2,
  ratingCount: 2,
  ratingSum: 9,
  createdAt: 1_000,
} as const;

// spec: state.shop.new
test("a card has the price, the edition, and a mark for products of the last day", () => {
  const card = toCard(facts, { now: 1_000 + NEW_FOR_MS - 1, top: ["p"] });
  expect(card).toMatchObject({
    amount: "0.08",
    isNew: true,
    isTop: true,
    // Held units may become available again.
    isSoldOut: false,
    edition: { sold: 1, limit: 3 },
    rating: { tenths: 45, count: 2 },
  });
  expect(card.cover.svg).toContain("<svg");
  const later = toCard({ ...facts, sold: 3, held: 0 }, { now: 1_000 + NEW_FOR_MS, top: [] });
  expect(later).toMatchObject({ isNew: false, isTop: false, isSoldOut: true });
});

test("a card shows the small size of the cover, or the large one where there is no other", () => {
  const urlOf = (ids: { coverMediaId: string; coverSmallMediaId: string }) =>
    toCard({ ...facts, ...ids }, { now: 0, top: [] }).cover;
  const both = { coverMediaId: "large-id", coverSmallMediaId: "small-id" };
  expect(urlOf(both)).toEqual({ url: "/media/small-id", svg: "" });
  expect(urlOf({ ...both, coverSmallMediaId: "" })).toEqual({ url: "/media/large-id", svg: "" });
});
