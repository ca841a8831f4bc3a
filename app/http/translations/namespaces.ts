import { PAGE_NAMESPACES } from "./page-namespaces";

/** Of the layout, of messages in passing, and of refusals that a form shows. */
export const ALWAYS_LOADED = ["common", "toasts", "refusals"];

/**
 * The namespaces that a page needs in the browser.
 *
 * @param routeId of the route table
 */
export function namespacesOf(routeId = ""): string[] {
  const own = PAGE_NAMESPACES[routeId];
  return own ? [...ALWAYS_LOADED, ...own.split(" ")] : ALWAYS_LOADED;
}
