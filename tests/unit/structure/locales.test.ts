import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { filesUnder, parse, placeOf, ROOT, visitNodes } from "../../support/sources";

const PLURAL = /_(zero|one|two|few|many|other)$/;
const words = { fr: load("fr"), en: load("en") };

// spec: constant.languages
test("both languages have the same namespaces and the same keys", () => {
  expect(oneLine(missingFrom("fr", "en"))).toBe("");
  expect(oneLine(missingFrom("en", "fr"))).toBe("");
});

test("no text is empty, and both languages have the same placeholders", () => {
  const wrong: string[] = [];
  for (const [namespace, english] of words.en) {
    for (const [key, text] of english) {
      const french = words.fr.get(namespace)?.get(key);
      if (text.trim() === "" || french?.trim() === "") wrong.push(`${namespace}:${key} is empty`);
      // A plural form may omit its number.
      if (french === undefined || PLURAL.test(key)) continue;
      if (valuesIn(text) !== valuesIn(french)) wrong.push(`${namespace}:${key} fills in others`);
    }
  }
  expect(wrong).toEqual([]);
});

test("every used translation key exists", () => {
  expect(oneLine(filesUnder(["app"], /\.tsx?$/).flatMap(missingKeys))).toBe("");
});

test("a missing text is named in one short line, without those that are there", () => {
  const keys = Array.from({ length: 30 }, (_, at) => `en has no shop:key${at}`);
  expect(oneLine(keys.slice(0, 2))).toBe("en has no shop:key0, en has no shop:key1");
  expect(oneLine(keys)).toMatch(/^(en has no shop:key\d, ){5}and 25 more$/);
});

test("a missing key is reported", () => {
  const file = ts.createSourceFile(
    "made-up.tsx",
    `const { t } = useTranslation("errors"); t("not_found"); t("no such words"); t("common:nope");`,
    ts.ScriptTarget.ES2022,
    true,
    ts.ScriptKind.TSX,
  );
  expect(missingIn(file)).toHaveLength(2);
});

function missingKeys(path: string): string[] {
  return missingIn(parse(path));
}

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
  const [namespace, key] = asked.includes(":") ? asked.split(":", 2) : [undefined, asked];
  const where = namespace ? [namespace] : [...namespaces];
  return where.some((name) =>
    [...(words.en.get(name)?.keys() ?? [])].some(
      (known) => known === key || known.startsWith(`${key}.`) || known.replace(PLURAL, "") === key,
    ),
  );
}

function valuesIn(text: string): string {
  return [...text.matchAll(/\{\{-?\s*([\w.]+)/g)]
    .map((match) => match[1])
    .filter((name) => name !== "brand")
    .sort()
    .join();
}

/** Texts of the other language that this one lacks, with their namespaces. */
function missingFrom(locale: "fr" | "en", other: "fr" | "en"): string[] {
  return [...words[other].keys()].flatMap((namespace) => {
    const known = new Set(keysOf(locale, namespace));
    return keysOf(other, namespace)
      .filter((key) => !known.has(key))
      .map((key) => `${locale} has no ${namespace}:${key}`);
  });
}

const MAX_NAMED = 5;

/** A list as one line, which a failed assertion shows whole. */
function oneLine(found: readonly string[]): string {
  const more = found.length > MAX_NAMED ? [`and ${found.length - MAX_NAMED} more`] : [];
  return [...found.slice(0, MAX_NAMED), ...more].join(", ");
}

/** Plural forms differ by language. */
function keysOf(locale: "fr" | "en", namespace: string): string[] {
  const keys = words[locale].get(namespace)?.keys() ?? [];
  return [...new Set([...keys].map((key) => key.replace(PLURAL, "")))].sort();
}

/** Texts by namespace, which are the top-level keys of a file. */
function load(locale: "fr" | "en"): Map<string, Map<string, string>> {
  const files = filesUnder([`locales/${locale}`], /\.json$/);
  return new Map(
    files.flatMap((path) =>
      Object.entries(JSON.parse(readFileSync(join(ROOT, path), "utf8"))).map(
        ([namespace, texts]) => [namespace, new Map(flat(texts))] as const,
      ),
    ),
  );
}

function flat(value: unknown, prefix = ""): [string, string][] {
  if (typeof value !== "object" || value === null) return [[prefix, String(value)]];
  return Object.entries(value).flatMap(([key, below]) =>
    flat(below, prefix ? `${prefix}.${key}` : key),
  );
}
