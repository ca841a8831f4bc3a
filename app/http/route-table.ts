import type { ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";
import { ACCESS, type RouteAccess } from "./access";
import { isWithinPathBounds } from "./path-bounds";

export interface MatchedRoute {
  id: string;
  access: RouteAccess;
  /** False for a page that ships none: `handle = { script: false }`. */
  hasScript: boolean;
}

export interface RouteTable {
  /**
   * The route that the router would match; undefined for a path beyond the bounds, and where none
   * matches or one without access rules.
   */
  match(pathname: string): MatchedRoute | undefined;
}

interface Pattern {
  id: string;
  path: string;
  /** Lower case, as patterns ignore case. A parameter is `null`, and `*` ends the list. */
  segments: (string | null)[];
}

/** Maps paths to routes and the access table by the route patterns of the build. */
export function createRouteTable(build: ServerBuild): RouteTable {
  const patterns = Object.values(build.routes)
    .filter(({ id }) => id !== "root")
    .map(({ id, index, path = "" }) => patternOf(id, index ? "/" : `/${path}`));
  // A pattern without parameters ranks above all others, so a map lookup replaces the matching.
  const fixed = new Map(
    patterns.filter(({ path }) => !/[:*?]/.test(path)).map(({ id, path }) => [path, id]),
  );
  const hasScript = (id: string) =>
    (build.routes[id]?.module.handle as { script?: boolean } | undefined)?.script !== false;
  return {
    match(pathname) {
      if (!isWithinPathBounds(pathname)) return undefined;
      const path = pagePath(pathname);
      const id = fixed.get(path) ?? matchPatterns(patterns, path);
      const access = id === undefined ? undefined : ACCESS[id];
      return id === undefined || !access ? undefined : { id, access, hasScript: hasScript(id) };
    },
  };
}

function patternOf(id: string, path: string): Pattern {
  const segments = path.toLowerCase().replace(/\*$/, "").split("/").slice(1);
  if (segments.at(-1) === "") segments.pop();
  return { id, path, segments: segments.map((segment) => (/^:/.test(segment) ? null : segment)) };
}

/**
 * The route whose pattern the path matches. The router ranks all the patterns that it gets, at each
 * call: it gets those whose fixed segments are those of the path, and none where only one of them has
 * as many segments as the path, since `*` ranks below all others.
 */
function matchPatterns(patterns: Pattern[], path: string): string | undefined {
  const routed = (given: Pattern[]) => matchRoutes(given, path)?.at(-1)?.route.id;
  if (path.includes("%")) return routed(patterns);
  const asked = path.toLowerCase().split("/").slice(1);
  const candidates = patterns.filter(({ segments }) =>
    segments.every((segment, at) => segment === null || segment === asked[at]),
  );
  const [only, ...others] = candidates.filter(
    ({ path, segments }) => segments.length === asked.length && !/[*?]/.test(path),
  );
  const isCertain = only && others.length === 0 && !asked.includes("");
  return isCertain ? only.id : routed(candidates);
}

/** The page of a data request: the router in the browser appends `.data` to the page's path. */
function pagePath(pathname: string): string {
  return pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
}
