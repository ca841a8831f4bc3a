import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Locale } from "../lib/locale";
import { askedLocale, readLocale } from "./locale";

/** The address of a public page for search engines and shared links. */
export interface PageAddress {
  /** Absolute URL without `lang`. */
  url: string;
  /** The language of the response. */
  locale: Locale;
  /** True where the request chose the language by `?lang=`: such a page is its own canonical. */
  hasLang: boolean;
}

/** @param path path and query of the page, without what does not change its content */
export function pageAddress(
  { request, context }: { request: Request; context: Pick<AppLoadContext, "ports"> },
  path: string,
): PageAddress {
  const url = context.ports.settings.appOrigin + path;
  return { url, locale: readLocale(request), hasLang: askedLocale(request) !== null };
}
