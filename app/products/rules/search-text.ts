import type { DescriptionFormat } from "./description";
import { readDescription } from "./parse-description";

/** Letters that NFKD keeps whole; a search finds them by their plain spelling. */
const PLAIN: Readonly<Record<string, string>> = {
  œ: "oe",
  æ: "ae",
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  ı: "i",
  ς: "σ",
  "’": "'",
  "‘": "'",
  "“": '"',
  "”": '"',
  "‐": "-",
  "–": "-",
  "—": "-",
};
const SPELLED_OUT = new RegExp(`[${Object.keys(PLAIN).join("")}]`, "gu");

/**
 * Raised with each change of what `searchTextOf` returns, so that the texts of older versions are
 * written again. A migration records the new number where there are no products.
 */
export const SEARCH_TEXT_VERSION = 1;

/**
 * The form in which texts and searches are compared: without case, accents and ligatures, each run
 * of white space and control characters as one space, trimmed.
 */
export function foldText(text: string): string {
  return (
    text
      .normalize("NFKD")
      .toLowerCase()
      // Lower case can add marks, and compatibility characters contain capitals.
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .replace(SPELLED_OUT, (letter) => PLAIN[letter] ?? letter)
      // A lone surrogate can't be stored as UTF-8.
      .replace(/\p{Cs}/gu, "\ufffd")
      .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
      .trim()
  );
}

/**
 * What a search looks at: the title, and the description without markup. No folded search contains the line
 * break between the two.
 */
export function searchTextOf({
  title,
  ...described
}: {
  title: string;
  description: string;
  descriptionFormat: DescriptionFormat;
}): string {
  return `${foldText(title)}\n${foldText(readDescription(described).description)}`;
}
