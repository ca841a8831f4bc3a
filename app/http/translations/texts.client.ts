import type { Locale } from "../../lib/locale";
import type { Texts, Translator } from "../../lib/translator";
import { FILES } from "./namespace-files";

// Excludes texts that only the server uses and texts of pages without script.
const files = import.meta.glob<Texts>(
  ["../../../locales/*/*.json", "!../../../locales/*/*.server.json"],
  { import: "default" },
);

/** Loads the texts of a page that is opened without a new document, from the files of its subjects. */
export function createTextLoader(translator: Translator, locale: Locale) {
  const loading = new Map<string, Promise<void>>();
  const errors = new Map<string, Error>();
  return {
    load(namespace: string): Promise<void> {
      const known = loading.get(namespace);
      if (known) return known;
      const loaded = loadTexts(namespace, locale).then(
        (texts) => translator.add(texts),
        (error: Error) => void errors.set(namespace, error),
      );
      loading.set(namespace, loaded);
      return loaded;
    },
    errorOf: (namespace: string) => errors.get(namespace),
  };
}

async function loadTexts(namespace: string, locale: Locale): Promise<Texts> {
  const path = `../../../locales/${locale}/${FILES[namespace] ?? namespace}.json`;
  return { [namespace]: {}, ...(await files[path]?.()) };
}
