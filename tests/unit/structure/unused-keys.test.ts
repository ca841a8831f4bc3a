import ts from "typescript";
import { expect, test } from "vitest";
import { textsByKey } from "../../support/locale-texts";
import { filesUnder, parse, parseText, visitNodes } from "../../support/sources";

const PLURAL = /_(zero|one|two|few|many|other)$/;
/** Namespaces whose keys are named in other files than those that look them up. */
const NAMED_ANYWHERE = new Set(["errors", "refusals", "toasts"]);

/** What gives a translator for the namespaces of its arguments. */
const TRANSLATORS = /^(useTranslation|fixedT|.*\.forNamespaces)$/;
const TRANSLATOR_TYPES = /^(TFunction|Translation)$/;

test("every translation key is used", () => {
  const sources = filesUnder(["app", "workers"], /\.tsx?$/).map((path) => literalsIn(parse(path)));
  // Lists are looked up as a whole.
  const keys = new Set([...textsByKey("en").keys()].map((key) => key.replace(/\.\d+(\..*)?$/, "")));
  const unused = [...keys].filter((key) => {
    const [namespace = "", name = ""] = key.split(":");
    return unusedIn(namespace, [name], sources).length > 0;
  });
  expect(unused).toEqual([]);
});

test("an unused key is found, and keys made at run time are matched by their fixed parts", () => {
  const source = parseText(
    'const { t } = useTranslation("shop"); t("title"); t(`sort.$' +
      '{sort}`); t("count", { count });',
  );
  const keys = ["title", "sort.recent", "count_one", "count_other", "unused", "empty.title"];
  expect(unusedIn("shop", keys, [literalsIn(source)])).toEqual(["unused", "empty.title"]);
  expect(unusedIn("buy", ["title"], [literalsIn(source)])).toEqual(["title"]);
});

test("a word that is the name of a namespace elsewhere does not make its keys used", () => {
  const text = 'const { t } = useTranslation("shop"); t("title"); const path = ["buy"];';
  const source = parseText(text);
  expect(unusedIn("buy", ["title"], [literalsIn(source)])).toEqual(["title"]);
});

interface Literals {
  /** Namespaces whose texts the file looks up. */
  namespaces: Set<string>;
  texts: Set<string>;
  /** A pattern for each template literal: its fixed parts with any text between them. */
  templates: RegExp[];
}

function literalsIn(file: ts.SourceFile): Literals {
  const namespaces = new Set<string>();
  const texts = new Set<string>();
  const templates: RegExp[] = [];
  visitNodes(file, (node) => {
    if (namesNamespaces(node)) {
      visitNodes(node, (one) => {
        if (ts.isStringLiteralLike(one)) namespaces.add(one.text);
      });
    }
    if (ts.isStringLiteralLike(node)) texts.add(node.text);
    if (ts.isTemplateExpression(node)) {
      const fixed = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
      if (!fixed.every(({ text }) => text === "")) {
        templates.push(new RegExp(`^${fixed.map(({ text }) => literally(text)).join(".+")}$`));
      }
    }
  });
  return { namespaces, texts, templates };
}

/** A call that gives a translator, or the type of one. Without a namespace, it is that of `common`. */
function namesNamespaces(node: ts.Node): boolean {
  if (ts.isCallExpression(node)) return TRANSLATORS.test(node.expression.getText());
  return ts.isTypeReferenceNode(node) && TRANSLATOR_TYPES.test(node.typeName.getText());
}

function unusedIn(namespace: string, keys: string[], sources: Literals[]): string[] {
  return keys.filter((key) => !sources.some((source) => asksFor(source, namespace, key)));
}

/** A file uses a key with its namespace, or the bare key of a namespace that it names. */
function asksFor(
  { namespaces, texts, templates }: Literals,
  namespace: string,
  key: string,
): boolean {
  const isNamed = namespaces.has(namespace) || NAMED_ANYWHERE.has(namespace);
  const bare = isNamed ? forms(key) : [];
  const all = [...bare, ...forms(key).map((form) => `${namespace}:${form}`)];
  return all.some((form) => texts.has(form) || templates.some((template) => template.test(form)));
}

/** The key, with and without its plural suffix. */
function forms(key: string): string[] {
  return [key, key.replace(PLURAL, "")];
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
