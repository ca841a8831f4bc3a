import type { ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";
import { ACCESS, type RouteAccess } from "./access";

export interface RouteTable {
  /** The access rules of the route that matches a path; undefined where none matches. */
  accessTo(pathname: string): RouteAccess | undefined;
}

/** Maps paths to the access table by the route patterns of the build. */
export function createRouteTable(build: ServerBuild): RouteTable {
  const routes = Object.values(build.routes)
    .filter(({ id }) => id !== "root")
    .map(({ id, index, path = "" }) => ({ id, path: index ? "/" : `/${path}` }));
  // A pattern without parameters ranks above all others, so a map lookup replaces the matching.
  const fixed = new Map(
    routes.filter(({ path }) => !/[:*?]/.test(path)).map(({ id, path }) => [path, id]),
  );
  return {
    accessTo(pathname) {
      const path = pagePath(pathname);
      const id = fixed.get(path) ?? matchRoutes(routes, path)?.at(-1)?.route.id;
      return id === undefined ? undefined : ACCESS[id];
    },
  };
}

/** The page of a data request: the router in the browser appends `.data` to the page's path. */
function pagePath(pathname: string): string {
  return pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
}
