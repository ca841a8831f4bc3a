import type { AppLoadContext } from "@remix-run/cloudflare";
import type { FlatNamespace, TFunction } from "i18next";
import { LanguageDetector } from "remix-i18next/server";
import { getOrMake } from "../lib/get-or-make";
import { DEFAULT_LOCALE, FALLBACK_LOCALE, LOCALES, type Locale } from "../lib/locale";
import type { MessageKey } from "../lib/problem";
import { createTranslator, type Texts } from "../lib/translator";
import type { TextSource } from "../ui/translation";
import { readCookie, setCookie } from "./cookies";

/**
 * Every namespace of every language. The top-level keys of `locales/{language}/{subject}.json` are
 * namespaces.
 */
const serverTexts = byLanguage(
  import.meta.glob<Texts>("../../locales/*/*.json", { eager: true, import: "default" }),
);

/** The language of a wallet's request: `?lang=`, else the best of `Accept-Language`, else French. */
const walletLanguage = new LanguageDetector({
  supportedLanguages: [...LOCALES],
  fallbackLanguage: DEFAULT_LOCALE,
  order: ["searchParams", "custom"],
  searchParamKey: "lang",
  findLocale: async (request) => acceptedLanguages(request.headers.get("Accept-Language") ?? ""),
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
 * `readLocale` finds it.
 */
export async function walletRequestHeaders(request: Request): Promise<Headers> {
  const headers = new Headers(request.headers);
  headers.set("Cookie", `locale=${await walletLanguage.detect(request)}`);
  return headers;
}

/**
 * Languages without their regions, the highest weight first (RFC 9110, section 12.5.4). The detector's
 * own reading of the header stops at the first language that `Intl` knows, and prefers a language without
 * a region to a better one with it.
 */
function acceptedLanguages(header: string): string[] {
  return header
    .toLowerCase()
    .split(",", MAX_ACCEPTED_LANGUAGES)
    .map((range) => {
      const [tag = "", ...parameters] = range.split(";");
      const weight = /^\s*q=(.*)/.exec(parameters.join(";"))?.[1];
      const quality = weight === undefined ? 1 : Number.parseFloat(weight);
      return { language: tag.trim().split("-", 1)[0] ?? "", quality };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ language }) => language);
}

/** `Set-Cookie` that stores the language. */
export function localeCookie(locale: Locale, { ports }: Pick<AppLoadContext, "ports">): string {
  return setCookie("locale", locale, ports.settings.appOrigin);
}

/** The translation function of a namespace, in `locale` or in the language of the request. */
export function fixedT<const N extends FlatNamespace | readonly FlatNamespace[]>(
  request: Request,
  namespace: N,
  locale = readLocale(request),
): TFunction<N> {
  return textSource(locale).translator.forNamespaces(namespace).t;
}

/** The text of an error in the language of the request. */
export function messageText(
  request: Request,
  key: MessageKey,
  params: Record<string, string | number>,
): string {
  const t: TFunction<["errors", "refusals"]> = fixedT(request, ["errors", "refusals"]);
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
    return {
      translator: createTranslator(locale, texts, serverTexts[FALLBACK_LOCALE]),
      json: createJson(texts),
    };
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
