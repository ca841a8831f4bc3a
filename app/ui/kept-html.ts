import { createContext, type ReactElement, useContext } from "react";

/**
 * The HTML of an element: kept from an earlier page, or rendered now. `key` names all that the element
 * shows, besides the language. The element uses no router and no id.
 */
export type KeepHtml = (key: string, element: ReactElement) => string;

/** Null in the browser, which has the HTML of the server and needs the elements. */
export const KeptHtml = createContext<KeepHtml | null>(null);

/** What an element contains, as its props. */
export interface Content {
  children?: ReactElement;
  dangerouslySetInnerHTML?: { __html: string };
}

/** The content of an element, kept on the server. `key` as for `KeepHtml`. */
export function useKept(key: string, content: ReactElement): Content {
  const keep = useContext(KeptHtml);
  return keep ? htmlContent(keep(key, content)) : { children: content };
}

/** Stands in kept HTML for what differs from page to page. No text of ours contains it. */
const ADDRESS = "%address%";

/** The same for content that has the address of its page in attributes, and no text of a user. */
export function useKeptWithAddress(
  key: string,
  address: string,
  render: (address: string) => ReactElement,
): Content {
  const keep = useContext(KeptHtml);
  // The first condition keeps the rest out of the browser's code.
  if (!import.meta.env.SSR || !keep) return { children: render(address) };
  const escaped = escapeAttribute(address);
  return htmlContent(keep(key, render(ADDRESS)).replaceAll(ADDRESS, () => escaped));
}

function htmlContent(html: string): Content {
  return { dangerouslySetInnerHTML: { __html: html } };
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** As React escapes it. */
function escapeAttribute(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
