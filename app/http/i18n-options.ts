import type { InitOptions } from "i18next";
import { BRAND } from "../lib/brand";
import { FALLBACK_LOCALE, LOCALES } from "../lib/locale";

/** Shared by server and browser: the same key gives the same text on both. */
export const i18nOptions = {
  supportedLngs: [...LOCALES],
  fallbackLng: FALLBACK_LOCALE,
  defaultNS: "common",
  returnNull: false,
  interpolation: { escapeValue: false, defaultVariables: { brand: BRAND } },
} satisfies InitOptions;
