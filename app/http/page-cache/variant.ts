import type { Currency } from "../../lib/currency";
import type { Locale } from "../../lib/locale";
import { type CookieName, cookieName, readCookie } from "../cookies";
import { readCurrency } from "../currency";
import { offersEnglish } from "../language-hint";
import { readLocale } from "../locale";
import { readTheme, type Theme } from "../theme";

/** What of a request, beside its address, a public page depends on. */
export interface Variant {
  locale: Locale;
  theme: Theme;
  currency: Currency;
  /** True where the page offers English. */
  offersEnglish: boolean;
  /** Stands for all browsers that get the same page: see `CachedRoute.userAgent`. */
  userAgent: string;
}

/**
 * What each cookie means for a public page of a visitor. `varies`: a part of the key. `unused`: the
 * page is the same without it. `private`: the answer is for this browser, and the cache is left out.
 */
const COOKIE_USE: Record<CookieName, "varies" | "unused" | "private"> = {
  session: "private",
  // The browser's last write may not be in the page that is kept.
  bookmark: "private",
  // Read where a password is tried.
  device: "unused",
  // Product pages show the browser's own order and purchase.
  checkout: "private",
  // `CachedRoute.isPrivate` asks whether it names the product of the page.
  ref: "unused",
  google: "private",
  "shown-codes": "private",
  flash: "private",
  locale: "varies",
  theme: "varies",
  currency: "varies",
  langhint: "varies",
  // Pages that print a local time are not kept.
  tz: "unused",
};

const PRIVATE_COOKIES = (Object.keys(COOKIE_USE) as CookieName[]).filter(
  (name) => COOKIE_USE[name] === "private",
);

/** The variant that a request asks for; null where its answer is for this browser alone. */
export function readVariant(
  request: Request,
  appOrigin: string,
  userAgent: string,
): Variant | null {
  const { headers } = request;
  // Another answer than the page, and another `Cache-Control`.
  if (headers.has("Upgrade") || headers.has("Sec-Purpose")) return null;
  const cookies = headers.get("Cookie") ?? "";
  const isPrivate = PRIVATE_COOKIES.some(
    (name) =>
      cookies.includes(cookieName(name, appOrigin)) &&
      readCookie(request, name, appOrigin) !== null,
  );
  if (isPrivate) return null;
  return {
    locale: readLocale(request),
    theme: readTheme(request),
    currency: readCurrency(request),
    offersEnglish: offersEnglish(request),
    userAgent,
  };
}

/** The key of a page. */
export function pageKey(path: string, { locale, theme, currency, ...rest }: Variant): string {
  return `${locale} ${theme} ${currency} ${rest.offersEnglish ? "offer" : "-"} ${rest.userAgent || "-"} ${path}`;
}

/**
 * The request that a page is rendered for. It is made of the key alone, so that nothing that a
 * visitor sends can come into a page that others get.
 */
export function requestOf(path: string, variant: Variant, appOrigin: string): Request {
  const { locale, theme, currency, userAgent } = variant;
  const headers = new Headers({ Accept: "text/html", "User-Agent": userAgent });
  // English is offered to those who have not chosen a language, and see French.
  if (variant.offersEnglish) headers.set("Accept-Language", "en");
  const chosen = `theme=${theme}; currency=${currency}`;
  headers.set("Cookie", `${chosen}${variant.offersEnglish ? "" : `; locale=${locale}`}`);
  return new Request(appOrigin + path, { headers });
}
