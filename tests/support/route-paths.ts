import type { RouteConfigEntry } from "@remix-run/route-config";

/** Id and path pattern of each route: `/acheter/:productId`. */
export function routePaths(routes: RouteConfigEntry[]): { id: string; address: string }[] {
  return routes.map(({ id = "", index, path }) => ({ id, address: `/${index ? "" : path}` }));
}
