import type { Locale } from "../../app/lib/locale";
import type { Texts } from "../../app/lib/translator";
import { filesUnder, readText } from "./sources";

/** The texts of a language by namespace, as its files have them; of the files whose name matches. */
export function textTree(locale: Locale, files = /\.json$/): Texts {
  const paths = filesUnder([`locales/${locale}`], files);
  return Object.assign({}, ...paths.map((path) => JSON.parse(readText(path))));
}

/** The same by `namespace:key.of.it`; texts of lists have their indexes. */
export function textsByKey(locale: Locale, files?: RegExp): Map<string, string> {
  const namespaces = Object.entries(textTree(locale, files));
  return new Map(namespaces.flatMap(([name, below]) => leaves(below, `${name}:`)));
}

function leaves(value: unknown, path: string): [string, string][] {
  if (typeof value !== "object" || value === null) return [[path, String(value)]];
  return Object.entries(value).flatMap(([key, below]) =>
    leaves(below, path.endsWith(":") ? path + key : `${path}.${key}`),
  );
}
