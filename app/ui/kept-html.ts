import { createContext, type ReactElement } from "react";

/**
 * The HTML of an element: kept from an earlier page, or rendered now. `key` names all that the element
 * shows, besides the language. The element uses no router and no id.
 */
export type KeepHtml = (key: string, element: ReactElement) => string;

/** Null in the browser, which has the HTML of the server and needs the elements. */
export const KeptHtml = createContext<KeepHtml | null>(null);
