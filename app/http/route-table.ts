import type { ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";
import { ACCESS, type RouteAccess } from "./access";

export interface RouteTable {
  /** What is declared for the route of this address; undefined where no route takes it. */
  accessTo(pathname: string): RouteAccess | undefined;
}

/** The patterns of the build's own routes, each with its line of the access table. */
export function createRouteTable(build: ServerBuild): RouteTable {
  const routes = Object.values(build.routes)
    .filter(({ id }) => id !== "root")
    .map(({ id, index, path = "" }) => ({ id, path: index ? "/" : `/${path}` }));
  // A pattern without parameters ranks above all others: its address needs no match.
  const fixed = new Map(
    routes.filter(({ path }) => !/[:*?]/.test(path)).map(({ id, path }) => [path, id]),
  );
  return {
    accessTo(pathname) {
      const page = pageOf(pathname);
      const id = fixed.get(page) ?? matchRoutes(routes, page)?.at(-1)?.route.id;
      return id === undefined ? undefined : ACCESS[id];
    },
  };
}

/** A page's data is the page with `.data` behind it, as the router in the browser asks for it. */
function pageOf(pathname: string): string {
  return pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
}
