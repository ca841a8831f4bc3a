import { expect, test } from "vitest";
import { wrapText } from "../../../app/products/ui/draw-share-image";

const fits = (line: string) => [...line].length <= 8;

test.each([
  ["words", "one two three four", ["one two", "three", "four"]],
  ["a word that fits no line", "a abcdefghijk b", ["a", "abcdefgh", "ijk b"]],
  ["characters of two units", "🌧".repeat(9), ["🌧".repeat(8), "🌧"]],
  ["white space", "  one \n\t two ", ["one two"]],
  ["nothing", " ", []],
])("breaks %s", (_, text, lines) => {
  expect(wrapText(text, fits)).toEqual(lines);
});
