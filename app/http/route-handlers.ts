import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { getOrMake } from "../lib/get-or-make";
import { createRouteManifest, MANIFEST_PATH } from "./route-manifest";
import type { MatchedRoute, RouteTable } from "./route-table";

export interface RouteHandlers {
  /** The handler for a request to `pathname`, which matches `route`. */
  handlerOf(pathname: string, route: MatchedRoute): RequestHandler;
}

/**
 * One request handler of Remix for each route, of a build that has only the routes this route's pages
 * name. Remix ranks the routes of a build several times for each request, and makes the router's
 * routes of all of them (decision 033).
 */
export function createRouteHandlers(build: ServerBuild, table: RouteTable): RouteHandlers {
  const handlers = new Map<string, RequestHandler>();
  const manifestOf = createRouteManifest(build);
  return {
    handlerOf(pathname, { id }) {
      if (pathname === MANIFEST_PATH) return async ({ url }) => manifestOf(new URL(url));
      return getOrMake(handlers, id, () =>
        createRequestHandler(restrict(build, namedBy(build, id, table))),
      );
    },
  };
}

/**
 * The route, those above it, and the home page: the routes that Remix writes into the page for the
 * router in the browser, which asks the server for any other.
 */
function namedBy(build: ServerBuild, route: string, { match }: RouteTable): Set<string> {
  const segments = (build.routes[route]?.path ?? "").split("/");
  const above = segments.map((_, at) => match(`/${segments.slice(0, at).join("/")}`)?.id);
  return new Set(["root", route, ...above.filter((id) => id !== undefined)]);
}

function restrict(build: ServerBuild, ids: Set<string>): ServerBuild {
  const only = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  };
}
