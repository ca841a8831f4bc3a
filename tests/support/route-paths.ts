import type { RouteConfigEntry } from "@remix-run/route-config";

/** Routes of a table by their id and their address with its parameters: `/acheter/:productId`. */
export function routePaths(routes: RouteConfigEntry[]): { id: string; address: string }[] {
  return routes.map(({ id = "", index, path }) => ({ id, address: `/${index ? "" : path}` }));
}
