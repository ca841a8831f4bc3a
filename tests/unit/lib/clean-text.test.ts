import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanLine, cleanText } from "../../../app/lib/clean-text";
import { anyText } from "../../support/any-text";

describe("a line", () => {
  test.each([
    ["control characters", "Ra\u0000in\u001b[31m", "Rain[31m"],
    ["line breaks", "Rain\r\nover\u2028Geneva", "Rain over Geneva"],
    ["direction overrides", "Pay \u202e001 SOL\u202c \u2066x\u2069", "Pay 001 SOL x"],
    ["zero width characters", "Ra\u200bi\u200cn\u2060\ufeff", "Rain"],
    ["blank letters", "\u3164\u115f\u2800", ""],
    ["tags", "Rain\u{e0041}\u{e0042}", "Rain"],
    ["lone surrogates", "Rain\ud800", "Rain"],
    ["spaces", "  Rain \u00a0\t over\u3000Geneva ", "Rain over Geneva"],
    ["decomposed letters", "E\u0301te\u200b\u0301", "Été"],
  ])("loses %s", (_, typed, clean) => {
    expect(cleanLine(typed)).toBe(clean);
  });

  test.each(["Été à Genève, n° 2", "👩‍🚀 ❤️ 1️⃣ 👍🏽", "می‌خواهم", "क्‍ष", "日本語"])(
    "keeps %s",
    (text) => {
      expect(cleanLine(text)).toBe(text.normalize("NFC"));
    },
  );
});

test("several lines keep their breaks and one empty line in a row", () => {
  expect(cleanText("\n One\r\nTwo\t2 \u202e\n\n\n\nThree\u0000\n ")).toBe("One\nTwo\t2\n\nThree");
});

test("cleaning twice changes nothing more", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const clean of [cleanLine, cleanText]) expect(clean(clean(text))).toBe(clean(text));
    }),
  );
});
