import type { AppLoadContext } from "@remix-run/cloudflare";
import type { FlatNamespace, TFunction } from "i18next";
import { RemixI18Next } from "remix-i18next/server";
import { getOrMake } from "../lib/get-or-make";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "../lib/locale";
import type { MessageKey } from "../lib/problem";
import { createTranslator, type Texts } from "../lib/translator";
import type { TextSource } from "../ui/translation";
import { readCookie, setCookie } from "./cookies";
import { i18nOptions } from "./i18n-options";

/**
 * Every namespace of every language. The top-level keys of `locales/{language}/{subject}.json` are
 * namespaces.
 */
const serverTexts = byLanguage(
  import.meta.glob<Texts>("../../locales/*/*.json", { eager: true, import: "default" }),
);

const remixI18n = new RemixI18Next({
  detection: {
    supportedLanguages: [...LOCALES],
    fallbackLanguage: DEFAULT_LOCALE,
    order: ["custom"],
    findLocale: async (request) => readLocale(request),
  },
  i18next: { ...i18nOptions, resources: serverTexts },
});

/** `?lang=`, else the cookie, else French. `Accept-Language` counts for wallets only. */
export function readLocale(request: Request): Locale {
  const asked = askedLocale(request);
  if (asked) return asked;
  const stored = readCookie(request, "locale");
  return isLocale(stored) ? stored : DEFAULT_LOCALE;
}

/** The language of `?lang=`, or null. The response stores it in a cookie. */
export function askedLocale(request: Request): Locale | null {
  const query = request.url.indexOf("?");
  if (query < 0) return null;
  const asked = new URLSearchParams(request.url.slice(query)).get("lang");
  return isLocale(asked) ? asked : null;
}

/** Browsers and wallets send up to 6; those beyond are ignored. */
const MAX_ACCEPTED_LANGUAGES = 20;

/**
 * The headers of a wallet's request without its cookies, but with the language of the answer as
 * `readLocale` finds it: `?lang=`, else the best of `Accept-Language`, else French.
 */
export function walletRequestHeaders(request: Request): Headers {
  const headers = new Headers(request.headers);
  const locale = askedLocale(request) ?? acceptedLocale(headers.get("Accept-Language") ?? "");
  headers.set("Cookie", `locale=${locale ?? DEFAULT_LOCALE}`);
  return headers;
}

/** The language with the highest weight (RFC 9110, section 12.5.4); null where none is ours. */
function acceptedLocale(header: string): Locale | null {
  let best: Locale | null = null;
  let highest = 0;
  for (const range of header.toLowerCase().split(",", MAX_ACCEPTED_LANGUAGES)) {
    const [tag = "", ...parameters] = range.split(";");
    const [language = ""] = tag.trim().split("-");
    const weight = /^\s*q=(.*)/.exec(parameters.join(";"))?.[1];
    const quality = weight === undefined ? 1 : Number.parseFloat(weight);
    if (isLocale(language) && quality > highest) [best, highest] = [language, quality];
  }
  return best;
}

/** `Set-Cookie` that stores the language. */
export function localeCookie(locale: Locale, { ports }: Pick<AppLoadContext, "ports">): string {
  return setCookie("locale", locale, ports.settings.appOrigin);
}

/** By language and namespace; i18next makes an instance for each. */
const fixedTs = new Map<string, unknown>();

/** The translation function of a namespace, in `locale` or in the language of the request. */
export async function fixedT<N extends FlatNamespace>(
  request: Request,
  namespace: N,
  locale = readLocale(request),
): Promise<TFunction<N>> {
  const id = `${locale}:${namespace}`;
  // Not the promise: one of a request that was cancelled would never resolve for others.
  const t = fixedTs.get(id) ?? (await remixI18n.getFixedT(locale, namespace));
  fixedTs.set(id, t);
  return t as TFunction<N>;
}

/** The text of an error in the language of the request. */
export async function messageText(
  request: Request,
  key: MessageKey,
  params: Record<string, string | number>,
): Promise<string> {
  const t = await remixI18n.getFixedT(readLocale(request), ["errors", "refusals"]);
  return t(key, { ...params, defaultValue: key });
}

function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

const textSources = new Map<Locale, TextSource>();

/** The texts for rendering pages in `locale`; one for each language and isolate. */
export function textSource(locale: Locale): TextSource {
  return getOrMake(textSources, locale, () => {
    const texts = serverTexts[locale];
    return { translator: createTranslator(locale, texts), json: createJson(texts) };
  });
}

/** Makes the JSON of each set of namespaces once; there are as many as there are pages. */
function createJson(texts: Texts) {
  const made = new Map<string, string>();
  return (namespaces: readonly string[]): string =>
    getOrMake(made, namespaces.join(), () => {
      const chosen = Object.fromEntries(namespaces.map((name) => [name, texts[name]]));
      return JSON.stringify(chosen).replaceAll("<", "\\u003c");
    });
}

function byLanguage(files: Record<string, Texts>): Record<Locale, Texts> {
  const byLocale: Record<Locale, Texts> = { fr: {}, en: {} };
  for (const [path, namespaces] of Object.entries(files)) {
    const [, language] = /\/(\w+)\/[\w.-]+\.json$/.exec(path) ?? [];
    if (isLocale(language)) Object.assign(byLocale[language], namespaces);
  }
  return byLocale;
}
