import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sanitizeImage } from "../../../app/images/rules/sanitize-image";
import { AT_LEAST, FREE } from "../../../app/lib/lamports";
import { DEFAULT_SHARE_IMAGE, SHARE_IMAGE_SIZE } from "../../../app/lib/share-image";
import { CATEGORIES } from "../../../app/products/rules/categories";
import { shareImageOf, sharePrice } from "../../../app/products/rules/share-image";

const MAX_PICTURE_BYTES = 40 * 1024;

const pictures = CATEGORIES.map(({ id }) =>
  shareImageOf({
    id: "p",
    status: "disabled",
    shareMediaId: "",
    coverMediaId: "",
    categoryId: id,
  }),
);

test.each([DEFAULT_SHARE_IMAGE, ...pictures])("$path is a small JPEG of its size", (picture) => {
  const bytes = readFileSync(join(import.meta.dirname, "../../../public", picture.path));
  expect(bytes.byteLength).toBeLessThan(MAX_PICTURE_BYTES);
  expect(sanitizeImage(bytes)).toMatchObject({ type: "image/jpeg", ...SHARE_IMAGE_SIZE });
});

test("a product that is not on sale has the picture of its category", () => {
  const product = { id: "p", shareMediaId: "", coverMediaId: "cover", categoryId: 1 };
  const drawn = { ...product, shareMediaId: "drawn" };
  expect(shareImageOf({ ...drawn, status: "active" })).toEqual({
    path: "/media/drawn",
    size: SHARE_IMAGE_SIZE,
  });
  expect(shareImageOf({ ...drawn, status: "disabled" })).toEqual(pictures[0]);
  expect(shareImageOf({ ...product, status: "active" }).path).toBe("/media/cover");
  expect(shareImageOf({ ...product, status: "disabled" })).toEqual(pictures[0]);
  const bare = { ...product, coverMediaId: "" };
  expect(shareImageOf({ ...bare, status: "active" }).path).toBe("/pictures/p/drawn-1.png");
});

// spec: word.decimal-comma, chosen.words
test.each([
  ["fr", "à partir de", "0,25 SOL"],
  ["en", "from", "0.25 SOL"],
])("the price in a picture is written as %s does", (locale, from, price) => {
  const words = { free: "Free", from };
  expect(sharePrice("0.25", locale, words)).toBe(price);
  expect(sharePrice(`0.25${AT_LEAST}`, locale, words)).toBe(`${from} ${price}`);
  expect(sharePrice(FREE, locale, words)).toBe("Free");
});
