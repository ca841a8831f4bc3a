import type { ResourceLanguage } from "i18next";
import type { Locale } from "../../lib/locale";

/** Loads the texts of one language, by namespace: the browser never gets the other. */
export async function loadTranslations(locale: Locale): Promise<ResourceLanguage> {
  const { default: files } =
    locale === "en" ? await import("./en.client") : await import("./fr.client");
  return Object.assign({}, ...Object.values(files));
}
