import { expect, test } from "vitest";
import { detectImageType } from "../../../app/images/rules/image-types";

const bytes = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));

test.each([
  ["\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "image/png"],
  ["\xff\xd8\xff\xe0\0\x10JFIF", "image/jpeg"],
  ["GIF89a\x01\0\x01\0", "image/gif"],
  ["GIF87a\x01\0\x01\0", "image/gif"],
  ["RIFF\x24\0\0\0WEBPVP8 ", "image/webp"],
  ["\0\0\0\x20ftypavif\0\0\0\0avifmif1", "image/avif"],
  ["\0\0\0\x20ftypmif1\0\0\0\0miafavif", "image/avif"],
])("%j is %s", (head, type) => {
  expect(detectImageType(bytes(head))).toBe(type);
});

// spec: rule.product.image
// spec: product.images
test.each([
  "",
  "GIF",
  "<svg xmlns='http://www.w3.org/2000/svg'/>",
  "<?xml version='1.0'?><svg/>",
  "<!doctype html><script>alert(1)</script>",
  "\0\0\0\x20ftypmp42\0\0\0\0isommp42",
  "RIFF\x24\0\0\0WAVEfmt ",
  "%PDF-1.7",
])("%j is not an image", (head) => {
  expect(detectImageType(bytes(head))).toBeNull();
});
