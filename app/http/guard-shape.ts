import { Problem } from "../lib/problem";

/**
 * Refuses what no page of ours asks, and what would fail inside the router: data in the manner of
 * its older versions (`?_data=`), and a WebSocket in place of a page's data. Throws `not_found`.
 */
export function guardShape(request: Request): void {
  const { pathname, searchParams } = new URL(request.url);
  const upgrades = request.headers.has("Upgrade");
  if (searchParams.has("_data") || (upgrades && pathname.endsWith(".data"))) {
    throw new Problem("not_found");
  }
}
