import type { FlatNamespace, Namespace, TFunction } from "i18next";
import { BRAND } from "./brand";
import type { Locale } from "./locale";

/** Texts of a language by namespace, in i18next's JSON format. */
export type Texts = Record<string, TextTree>;
interface TextTree {
  [key: string]: TextNode;
}
type TextNode = string | readonly TextNode[] | TextTree;

/** Values of placeholders; `ns` replaces the namespaces, `count` chooses the plural form. */
type Params = Record<string, unknown> & { ns?: string; count?: number };

/** A text, or its fixed parts between placeholders. */
type CompiledText = string | (string | Placeholder)[];
interface Placeholder {
  name: string;
  format?: Intl.NumberFormat;
}

export interface Translation<Ns extends Namespace> {
  t: TFunction<Ns>;
  i18n: { readonly language: Locale };
}

/** Texts of one language. */
export interface Translator {
  readonly language: Locale;
  /** Adds the texts of further namespaces. */
  add(texts: Texts): void;
  has(namespace: string): boolean;
  /**
   * `t` for these namespaces: a key is looked up in each of them, in order, unless it names one. A
   * missing key is its own text. The same functions each time.
   */
  forNamespaces<const Ns extends FlatNamespace | readonly FlatNamespace[]>(
    namespaces: Ns,
  ): Translation<Ns>;
}

const NO_PARAMS: Params = {};

/** `{{name}}`, `{{name, number}}` and `{{name, number(maximumFractionDigits: 9)}}`. */
const PLACEHOLDER = /\{\{(\w+)(?:, (number)(?:\(maximumFractionDigits: (\d+)\))?)?\}\}/;
const PLACEHOLDER_GROUPS = 3;

/**
 * Looks up the texts of a language as i18next does: namespaces, plural forms, placeholders, lists. A
 * text is compiled when it is first used.
 *
 * @param fallback texts for keys that `initial` lacks
 */
export function createTranslator(
  language: Locale,
  initial: Texts,
  fallback: Texts = {},
): Translator {
  const texts = { ...initial };
  const plurals = new Intl.PluralRules(language);
  const compiledTexts = new Map<string, CompiledText>();
  const translations = new Map<string, Translation<never>>();
  const translator: Translator = {
    language,
    add: (more) => void Object.assign(texts, more),
    has: (namespace) => Object.hasOwn(texts, namespace),
    forNamespaces(namespaces) {
      const list: readonly string[] = typeof namespaces === "string" ? [namespaces] : namespaces;
      const id = list.join();
      const translation = translations.get(id) ?? ({ t: createT(list), i18n: translator } as never);
      translations.set(id, translation);
      return translation;
    },
  };
  return translator;

  function createT(namespaces: readonly string[]) {
    const found = new Map<string, TextNode>();
    return (key: string, params = NO_PARAMS): unknown => {
      // Without these two, the same for all values of the placeholders.
      const isFixed = params.count === undefined && !params.ns;
      const node = (isFixed && found.get(key)) || find(namespaces, key, params);
      if (node === undefined) return key;
      if (isFixed) found.set(key, node);
      return fillIn(node, params);
    };
  }

  function find(namespaces: readonly string[], asked: string, { ns, count }: Params) {
    const [namespace, key = ""] = asked.includes(":") ? asked.split(":", 2) : [ns, asked];
    const forms =
      count === undefined ? [key] : [`${key}_${plurals.select(count)}`, `${key}_other`, key];
    for (const candidate of namespace ? [namespace] : namespaces) {
      for (const form of forms) {
        const path = `${candidate}.${form}`.split(".");
        const node = textAt(path, texts) ?? textAt(path, fallback);
        if (node !== undefined) return node;
      }
    }
    return undefined;
  }

  /** Lists and objects of texts are filled in text by text. */
  function fillIn(node: TextNode, params: Params): unknown {
    if (typeof node === "string") return fillInText(node, params);
    if (Array.isArray(node)) return node.map((item) => fillIn(item, params));
    return Object.fromEntries(
      Object.entries(node).map(([key, item]) => [key, fillIn(item, params)]),
    );
  }

  function fillInText(text: string, params: Params): string {
    let compiled = compiledTexts.get(text);
    if (compiled === undefined) {
      compiled = compile(text, language);
      compiledTexts.set(text, compiled);
    }
    if (typeof compiled === "string") return compiled;
    let filledIn = "";
    for (const part of compiled) filledIn += typeof part === "string" ? part : write(part, params);
    return filledIn;
  }
}

function textAt(path: readonly string[], texts: Texts): TextNode | undefined {
  return path.reduce<TextNode | undefined>(childOf, texts);
}

function childOf(node: TextNode | undefined, key: string): TextNode | undefined {
  return typeof node === "object" && Object.hasOwn(node, key) ? (node as TextTree)[key] : undefined;
}

function compile(text: string, language: Locale): CompiledText {
  if (!text.includes("{{")) return text;
  const parts: (string | Placeholder)[] = [];
  const pieces = text.replaceAll("{{brand}}", BRAND).split(PLACEHOLDER);
  for (let at = 0; at < pieces.length; at += 1 + PLACEHOLDER_GROUPS) {
    const [fixed = "", name, isNumber, digits] = pieces.slice(at, at + 1 + PLACEHOLDER_GROUPS);
    if (fixed) parts.push(fixed);
    if (name && isNumber) parts.push({ name, format: numberFormat(language, digits) });
    else if (name) parts.push({ name });
  }
  return parts.every((part) => typeof part === "string") ? parts.join("") : parts;
}

function numberFormat(language: Locale, digits: string | undefined): Intl.NumberFormat {
  return new Intl.NumberFormat(language, digits ? { maximumFractionDigits: Number(digits) } : {});
}

function write({ name, format }: Placeholder, params: Params): string {
  const value = params[name] ?? "";
  // `Intl` reads a decimal text itself, so that all decimals stay exact.
  return format ? format.format(value as number) : String(value);
}
