import fc from "fast-check";
import { expect, test } from "vitest";
import { foldText, searchTextOf } from "../../../app/products/rules/search-text";
import { anyText } from "../../support/any-text";

// spec: rule.shop.search
// spec: catalogue.search
test.each([
  ["  Été À la   MER\n", "ete a la mer"],
  ["Œuvre, cœur, Ægir, Straße", "oeuvre, coeur, aegir, strasse"],
  ["d’hiver — « fin »", "d'hiver - « fin »"],
  ["ΟΔΟΣ", "οδοσ"],
  ["İstanbul ℃ ﬁn ①", "istanbul °c fin 1"],
  ["a\0b\u200bc\u0301", "a b c"],
  ["\u0301\ud800", "\ufffd"],
])("%j is compared as %j", (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test("folding twice changes nothing", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text));
    }),
  );
});

test("no search matches the end of a title with the start of a description", () => {
  const text = searchTextOf({ title: "Night", description: "sky", descriptionFormat: "plain" });
  expect(text).toBe("night\nsky");
  expect(foldText("night\nsky")).toBe("night sky");
});
