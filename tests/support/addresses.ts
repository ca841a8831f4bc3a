import type { RouteConfigEntry } from "@remix-run/route-config";

/** Addresses of a route table, with their parameters: `/acheter/:productId`. */
export function addressesOf(routes: RouteConfigEntry[]): string[] {
  return routes.map(({ index, path }) => `/${index ? "" : path}`);
}
