import type { InitOptions } from "i18next";
import { BRAND } from "../lib/brand";
import { FALLBACK_LOCALE, LOCALES } from "../lib/locale";

/** Shared by server and browser, so that both render the same text. */
export const i18nOptions = {
  supportedLngs: [...LOCALES],
  fallbackLng: FALLBACK_LOCALE,
  defaultNS: "common",
  returnNull: false,
  interpolation: { escapeValue: false, defaultVariables: { brand: BRAND } },
} satisfies InitOptions;
