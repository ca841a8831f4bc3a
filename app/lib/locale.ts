import type { TypeOptions } from "i18next";

export const LOCALES = ["fr", "en"] as const;
export type Locale = (typeof LOCALES)[number];
/** The language of a visitor who has not chosen one. */
export const DEFAULT_LOCALE: Locale = "fr";
/** Used where the chosen language lacks a key. */
export const FALLBACK_LOCALE: Locale = "en";

type Texts = TypeOptions["resources"];
/** The namespaces that have texts of this shape. */
export type NamespaceWith<Shape> = {
  [N in keyof Texts]: Texts[N] extends Shape ? N : never;
}[keyof Texts];
