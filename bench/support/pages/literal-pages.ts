import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { htmlToJsx } from "./html-to-jsx";

const PREFIX = "virtual:literal-page/";

/**
 * A plugin for Vite: `virtual:literal-page/<name>` is a React component with the elements and texts of
 * `<folder>/<name>.html`, as someone would write the page in one language.
 */
export function literalPages(folder: string): Plugin {
  return {
    name: "literal-pages",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const html = readFileSync(join(folder, `${id.slice(PREFIX.length + 1)}.html`), "utf8");
      return htmlToJsx(html);
    },
  };
}
