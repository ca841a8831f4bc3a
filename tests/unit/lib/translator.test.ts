import { expect, test } from "vitest";
import { LOCALES, type Locale } from "../../../app/lib/locale";
import { createTranslator, type Texts } from "../../../app/lib/translator";
import { textsByKey, textTree } from "../../support/locale-texts";

type Translate = (key: string, params?: object) => unknown;

/** `t` for keys that are not those of the project. */
function translate(texts: Texts, namespaces: string[], locale: Locale = "en"): Translate {
  const { t } = createTranslator(locale, texts).forNamespaces(namespaces as never);
  return t as unknown as Translate;
}

test.each(LOCALES)("every text in %s is filled in, with each plural form", (locale) => {
  const texts = textTree(locale);
  let filledIn = 0;
  const t = translate(texts, Object.keys(texts), locale);
  for (const [key, text] of textsByKey(locale)) {
    const [, base = key, form] = /^(.+)_(one|other)$/.exec(key) ?? [];
    const count = form === "one" ? 1 : 1_234;
    const written = String(t(base, { ...valuesFor(text), ...(form && { count }) }));
    // Formats, contexts and nested texts that only i18next knows are left as they are.
    expect(written, key).not.toMatch(/\{\{|\}\}|\$t\(/);
    const own = text.replace(/\{\{.*/s, "");
    expect(written.slice(0, own.length), key).toBe(own);
    filledIn += 1;
  }
  expect(filledIn).toBeGreaterThan(1_000);
});

/** A value for each placeholder. */
function valuesFor(text: string): Record<string, string> {
  const placeholders = [...text.matchAll(/\{\{(\w+)(, number)?/g)];
  return Object.fromEntries(
    placeholders
      .filter(([, name]) => name !== "brand")
      .map(([, name, isNumber]) => [name, isNumber ? "1234.000000001" : "<b>L’eau"]),
  );
}

const TEXTS: Texts = {
  first: {
    title: "First",
    own: "Own",
    named: "{{brand}}: {{name}}",
    sum: "{{sum, number(maximumFractionDigits: 9)}} SOL",
    files_one: "{{count, number}} file",
    files_other: "{{count, number}} files",
    count: "of {{count}}",
    list: [{ title: "For {{name}}", text: ["One", "{{name}}"] }],
  },
  second: { title: "Second", only: "Only here" },
};

test("a key is looked up in each namespace, in order, or in the one that it names", () => {
  const t = translate(TEXTS, ["first", "second"]);
  expect([t("title"), t("only"), t("second:title"), t("title", { ns: "second" })]).toEqual([
    "First",
    "Only here",
    "Second",
    "Second",
  ]);
});

test("a missing key is its own text, and no key reaches into the language's prototypes", () => {
  const t = translate(TEXTS, ["first"]);
  for (const key of ["nope", "title.length", "constructor", "__proto__", "gone:title"]) {
    expect(t(key)).toBe(key);
  }
});

test("a key that the language lacks is that of the fallback", () => {
  const own: Texts = { first: { title: "Premier" } };
  const { t } = createTranslator("fr", own, TEXTS).forNamespaces(["first", "second"] as never);
  const read = t as unknown as Translate;
  expect([read("title"), read("own"), read("only"), read("nope")]).toEqual([
    "Premier",
    "Own",
    "Only here",
    "nope",
  ]);
});

test("values are written as they are", () => {
  const t = translate(TEXTS, ["first"]);
  for (const name of ["{{sum}}", "$t(title)", "$&", "<b>", ""]) {
    expect(t("named", { name })).toBe(`Comptoir: ${name}`);
  }
  expect(t("named")).toBe("Comptoir: ");
});

test("a decimal text keeps all of its digits", () => {
  const sum = "9007199.254740991";
  expect(translate(TEXTS, ["first"])("sum", { sum })).toBe("9,007,199.254740991 SOL");
  expect(translate(TEXTS, ["first"], "fr")("sum", { sum })).toBe(
    "9\u202f007\u202f199,254740991 SOL",
  );
});

test("the number chooses the plural form; a form that is not written is the general one", () => {
  const [english, french] = [translate(TEXTS, ["first"]), translate(TEXTS, ["first"], "fr")];
  expect([0, 1, 2].map((count) => english("files", { count }))).toEqual([
    "0 files",
    "1 file",
    "2 files",
  ]);
  expect(french("files", { count: 0 })).toBe("0 file");
  // French has a form of its own for millions.
  expect(french("files", { count: 1_000_000 })).toBe("1\u202f000\u202f000 files");
  expect(english("count", { count: 3 })).toBe("of 3");
});

test("lists are filled in text by text", () => {
  const list = translate(TEXTS, ["first"])("list", { name: "Léa", returnObjects: true });
  expect(list).toEqual([{ title: "For Léa", text: ["One", "Léa"] }]);
});

test("namespaces can be added, and `t` stays the same function", () => {
  const translator = createTranslator("fr", {});
  const before = translator.forNamespaces("common").t;
  expect(translator.has("common")).toBe(false);
  translator.add({ common: { skip: "Aller au contenu" } });
  expect(translator.has("common")).toBe(true);
  expect(before("skip")).toBe("Aller au contenu");
  expect(translator.forNamespaces("common").t).toBe(before);
});
