import ts from "typescript";
import { expect, test } from "vitest";
import type { Locale } from "../../../app/lib/locale";
import { textsByKey } from "../../support/locale-texts";
import { filesUnder, parse, parseText, placeOf, visitNodes } from "../../support/sources";

const PLURAL = /_(zero|one|two|few|many|other)$/;
const words = { fr: textsByKey("fr"), en: textsByKey("en") };
/** Keys with and without the form of a plural, and those of the groups that hold them. */
const KNOWN = new Set(
  [...words.en.keys()].flatMap((key) => {
    const parts = key.split(".");
    return [key.replace(PLURAL, ""), ...parts.map((_, at) => parts.slice(0, at + 1).join("."))];
  }),
);

// spec: constant.languages
test("both languages have the same namespaces and the same keys", () => {
  expect(missingFrom("fr", "en")).toEqual([]);
  expect(missingFrom("en", "fr")).toEqual([]);
});

test("no text is empty, and both languages have the same placeholders", () => {
  const wrong: string[] = [];
  for (const [key, text] of words.en) {
    const french = words.fr.get(key);
    if (text.trim() === "" || french?.trim() === "") wrong.push(`${key} is empty`);
    // A plural form may omit its number.
    if (french === undefined || PLURAL.test(key)) continue;
    if (valuesIn(text) !== valuesIn(french)) wrong.push(`${key} fills in others`);
  }
  expect(wrong).toEqual([]);
});

test("every used translation key exists", () => {
  expect(filesUnder(["app"], /\.tsx?$/).flatMap((path) => missingIn(parse(path)))).toEqual([]);
});

test("a missing key is reported", () => {
  const source = `const { t } = useTranslation("errors"); t("not_found"); t("no such words"); t("common:nope");`;
  expect(missingIn(parseText(source))).toHaveLength(2);
});

/** Keys that are computed at run time are not checked here. */
function missingIn(file: ts.SourceFile): string[] {
  const namespaces = new Set(["common"]);
  const asked: { node: ts.Node; key: string }[] = [];
  visitNodes(file, (node) => {
    if (!ts.isCallExpression(node)) return;
    const called = node.expression.getText();
    const literals = node.arguments.flatMap((argument) => textsOf(argument));
    if (["useTranslation", "fixedT"].includes(called)) {
      for (const text of literals) namespaces.add(text);
    }
    const [first] = node.arguments;
    if (/^(t|\w+\.t)$/.test(called) && first) {
      for (const key of textsOf(first)) asked.push({ node, key });
    }
  });
  return asked
    .filter(({ key }) => !exists(key, namespaces))
    .map(({ node, key }) => `${placeOf(node)} asks for ${key}`);
}

/** The literal texts that an expression can have; none where it is computed. */
function textsOf(node: ts.Expression): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(textsOf);
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression);
  if (ts.isConditionalExpression(node)) {
    return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  }
  return [];
}

function exists(asked: string, namespaces: Set<string>): boolean {
  const keys = asked.includes(":") ? [asked] : [...namespaces].map((name) => `${name}:${asked}`);
  return keys.some((key) => KNOWN.has(key));
}

function valuesIn(text: string): string {
  return [...text.matchAll(/\{\{-?\s*([\w.]+)/g)]
    .map((match) => match[1])
    .filter((name) => name !== "brand")
    .sort()
    .join();
}

/** Texts of the other language that this one lacks, with their namespaces. */
function missingFrom(locale: Locale, other: Locale): string[] {
  const known = keysOf(locale);
  const missing = [...keysOf(other)].filter((key) => !known.has(key));
  return missing.map((key) => `${locale} has no ${key}`);
}

/** Plural forms differ by language. */
function keysOf(locale: Locale): Set<string> {
  return new Set([...words[locale].keys()].map((key) => key.replace(PLURAL, "")));
}
