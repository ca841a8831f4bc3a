import type { AppLoadContext } from "@remix-run/cloudflare";
import {
  createInstance,
  type FlatNamespace,
  type i18n,
  type Resource,
  type ResourceLanguage,
  type TFunction,
} from "i18next";
import { type FallbackNs, initReactI18next } from "react-i18next";
import { RemixI18Next } from "remix-i18next/server";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "../lib/locale";
import type { MessageKey } from "../lib/problem";
import { readCookie, setCookie } from "./cookies";
import { i18nOptions } from "./i18n-options";

/**
 * Every namespace of every language. The top-level keys of `locales/{language}/{subject}.json` are
 * namespaces.
 */
const serverResources: Resource = byLanguage(
  import.meta.glob<ResourceLanguage>("../../locales/*/*.json", { eager: true, import: "default" }),
);

const remixI18n = new RemixI18Next({
  detection: {
    supportedLanguages: [...LOCALES],
    fallbackLanguage: DEFAULT_LOCALE,
    order: ["custom"],
    findLocale: async (request) => readLocale(request),
  },
  i18next: { ...i18nOptions, resources: serverResources },
});

/** `?lang=`, else the cookie, else French. `Accept-Language` is not used. */
export function readLocale(request: Request): Locale {
  const asked = askedLocale(request);
  if (asked) return asked;
  const stored = readCookie(request, "locale");
  return isLocale(stored) ? stored : DEFAULT_LOCALE;
}

/** The language of `?lang=`, or null. The response stores it in a cookie. */
export function askedLocale(request: Request): Locale | null {
  const asked = new URL(request.url).searchParams.get("lang");
  return isLocale(asked) ? asked : null;
}

/** `Set-Cookie` that stores the language. */
export function localeCookie(locale: Locale, { ports }: Pick<AppLoadContext, "ports">): string {
  return setCookie("locale", locale, ports.settings.appOrigin);
}

/** The translation function of a namespace, in `locale` or in the language of the request. */
export async function fixedT<N extends FlatNamespace>(
  request: Request,
  namespace: N,
  locale = readLocale(request),
): Promise<TFunction<FallbackNs<N>>> {
  return remixI18n.getFixedT(locale, namespace);
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

/** The i18next instance for rendering a page in `locale`; a new one for each request. */
export async function createI18n(locale: Locale): Promise<i18n> {
  const instance = createInstance();
  await instance
    .use(initReactI18next)
    .init({ ...i18nOptions, lng: locale, resources: serverResources, initImmediate: false });
  return instance;
}

function byLanguage(files: Record<string, ResourceLanguage>): Resource {
  const resources: Resource = {};
  for (const [path, namespaces] of Object.entries(files)) {
    const [, language] = /\/(\w+)\/[\w.-]+\.json$/.exec(path) ?? [];
    if (!language) continue;
    resources[language] = { ...resources[language], ...namespaces };
  }
  return resources;
}
