import type { FlatNamespace } from "i18next";
import { createContext, type ReactNode, useContext } from "react";
import type { Translation, Translator } from "../lib/translator";

/** Where the components of a page get its texts from. */
export interface TextSource {
  translator: Translator;
  /** On the server: the texts of these namespaces, as JSON that a script element can hold. */
  json?(namespaces: readonly string[]): string;
  /** In the browser: loads texts that the document does not have. */
  loader?: TextLoader;
}

interface TextLoader {
  /** Resolves when the texts of the namespace are loaded, or can't be. */
  load(namespace: string): Promise<unknown>;
  /** Why the texts of the namespace can't be loaded. */
  errorOf(namespace: string): Error | undefined;
}

const TEXTS_ID = "texts";
const Source = createContext<TextSource | null>(null);
let pageSource: TextSource | null = null;

/** In the browser, `source` also serves `pageTranslator`. */
export function TranslationProvider(props: { source: TextSource; children: ReactNode }) {
  const { source, children } = props;
  if (source.loader) pageSource = source;
  return <Source.Provider value={source}>{children}</Source.Provider>;
}

/** In the browser, for code outside of components. */
export function pageTranslator(): Translator {
  return requireSource(pageSource).translator;
}

function requireSource(source: TextSource | null): TextSource {
  if (!source) throw new Error("no TranslationProvider");
  return source;
}

/**
 * `t` for these namespaces, and the page's language. In the browser, suspends while texts are loaded,
 * and throws the error where they can't be.
 */
export function useTranslation<
  const Ns extends FlatNamespace | readonly FlatNamespace[] = "common",
>(namespaces?: Ns): Translation<Ns> {
  const { translator, loader } = requireSource(useContext(Source));
  const asked = (namespaces ?? "common") as Ns;
  if (loader) {
    const list: readonly string[] = typeof asked === "string" ? [asked] : asked;
    const error = list.map(loader.errorOf).find(Boolean);
    if (error) throw error;
    suspendUntilLoaded(list, translator, loader);
  }
  return translator.forNamespaces(asked);
}

/**
 * Texts of a page for the browser, on the server as JSON. In the browser, suspends until all of them
 * are loaded, so that nothing that the page shows later waits for its texts.
 */
export function usePageTexts(namespaces: readonly string[]): string {
  const { translator, json, loader } = requireSource(useContext(Source));
  if (loader) suspendUntilLoaded(namespaces, translator, loader);
  return json?.(namespaces) ?? "";
}

function suspendUntilLoaded(
  namespaces: readonly string[],
  translator: Translator,
  { load, errorOf }: TextLoader,
): void {
  const missing = namespaces.filter((name) => !translator.has(name) && !errorOf(name));
  if (missing.length > 0) throw Promise.all(missing.map(load));
}

/** The texts in the document. Hydration leaves them as they are. */
export function PageTexts({ json }: { json: string }) {
  return (
    <script
      id={TEXTS_ID}
      type="application/json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own texts, with `<` escaped
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}

/** In the browser: what `PageTexts` has written. */
export function readPageTexts() {
  return JSON.parse(document.getElementById(TEXTS_ID)?.textContent || "{}");
}
