import { expect, test } from "vitest";
import { excerpt } from "../../../app/http/page-meta";

test.each([
  ["a short text", "Two hours\n of rain", "Two hours of rain"],
  ["a long text, between words", "one two three four five", "one two three…"],
  ["a text without spaces", "x".repeat(30), `${"x".repeat(17)}…`],
  ["characters of two units", "🌧".repeat(30), `${"🌧".repeat(17)}…`],
])("%s", (_, text, short) => {
  expect(excerpt(text, 18)).toBe(short);
});
