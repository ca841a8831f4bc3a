export const LOCALES = ["fr", "en"] as const;
export type Locale = (typeof LOCALES)[number];
/** The language of a visitor who chose none. */
export const DEFAULT_LOCALE: Locale = "fr";
/** Where a key is missing. */
export const FALLBACK_LOCALE: Locale = "en";
