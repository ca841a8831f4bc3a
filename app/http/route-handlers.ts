import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { getOrMake } from "../lib/get-or-make";
import type { MatchedRoute, RouteTable } from "./route-table";

/** Where the router in the browser asks for routes that it does not know yet. */
const MANIFEST_PATH = "/__manifest";

export interface RouteHandlers {
  /** Remix's handler for a request to `pathname`, which matches `route`. */
  handlerOf(pathname: string, route: MatchedRoute): RequestHandler;
}

/**
 * One request handler of Remix for each route, of a build that has only the routes this route's pages
 * name. Remix ranks the routes of a build several times for each request, and makes the router's
 * routes of all of them (decision 033).
 */
export function createRouteHandlers(build: ServerBuild, table: RouteTable): RouteHandlers {
  const handlers = new Map<string, RequestHandler>();
  const complete = createRequestHandler(build);
  return {
    handlerOf(pathname, { id }) {
      if (pathname === MANIFEST_PATH) return complete;
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
