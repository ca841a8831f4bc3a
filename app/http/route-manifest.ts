import type { ServerBuild } from "@remix-run/cloudflare";
import { hasMoreSegments, MAX_PATH_SEGMENTS } from "./path-bounds";

/** Where the router in the browser asks for routes that it does not know yet. */
export const MANIFEST_PATH = "/__manifest";

/** The router asks for no longer address: Remix's own limit. */
const MAX_URL_CHARS = 7_680;
/** More than one page has links. */
const MAX_PATHS = 200;

/** Routes by the segments of their patterns. */
interface Branch {
  /** By a fixed segment in lower case. */
  fixed: Map<string, Branch>;
  /** For a segment that is a parameter. */
  parameter: Branch | null;
  route: RankedRoute | null;
}

interface RankedRoute {
  id: string;
  /** Among patterns of one length, as the router ranks them: the highest number matches. */
  rank: number;
}

/**
 * Answers the requests of the router in the browser for routes, as Remix does, which matches each
 * path and each path above it with all patterns (CVE-2026-55685): an address of `p=/a/a/a...` took it
 * seconds. One walk along the branches finds the routes of a path and of all paths above it.
 *
 * Every route is a child of the root route: there are no routes between the two.
 */
export function createRouteManifest(build: ServerBuild): (url: URL) => Response {
  const routesOf = createLookup(build);
  return (url) => {
    const query = url.searchParams;
    if (query.get("version") !== build.assets.version) {
      const headers = { "X-Remix-Reload-Document": "true" };
      return new Response(null, { status: 204, headers });
    }
    const paths = query.getAll("p").map((path) => (path.startsWith("/") ? path : `/${path}`));
    if (url.href.length > MAX_URL_CHARS || paths.length > MAX_PATHS || !paths.every(isPagePath)) {
      return new Response(null, { status: 400, statusText: "Bad Request" });
    }
    if (paths.length === 0) return new Response("Invalid Request", { status: 400 });
    const ids = new Set(paths.flatMap(routesOf));
    const { routes } = build.assets;
    return Response.json(Object.fromEntries([...ids].map((id) => [id, routes[id]])), {
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Cache-Control": "public, max-age=31536000, immutable",
      },
    });
  };
}

function isPagePath(path: string): boolean {
  return !path.includes("//") && !hasMoreSegments(path, MAX_PATH_SEGMENTS);
}

/** Ids of the routes that a path and the paths above it match: the root route and one for each. */
function createLookup(build: ServerBuild): (path: string) => string[] {
  const { start, catchAll } = branchesOf(build);
  const walk = (segments: readonly string[]): string[] => {
    let branches = [start];
    return segments.flatMap((segment, depth) => {
      // The slash at the end of a path, or the home page.
      if (segment !== "") branches = branches.flatMap((branch) => nextOf(branch, segment));
      const found = branches.flatMap(({ route }) => route ?? []).sort((a, b) => b.rank - a.rank)[0];
      const id = found?.id ?? (isOneLine(segments.slice(0, depth + 1)) ? catchAll : undefined);
      return id === undefined ? [] : ["root", id];
    });
  };
  return (path) => {
    const segments = path.split("/").slice(1);
    const decoded = decodeUntilMalformed(segments);
    if (decoded.length === segments.length) return walk(decoded);
    // The router takes a path as it is where one of its segments is badly encoded.
    const asIs = walk(segments);
    return [...walk(decoded), ...asIs.slice(2 * decoded.length)];
  };
}

function branchesOf(build: ServerBuild) {
  const newBranch = (): Branch => ({ fixed: new Map(), parameter: null, route: null });
  const start = newBranch();
  const routes = Object.values(build.routes).filter(({ id }) => id !== "root");
  let catchAll: string | undefined;
  routes.forEach(({ id, path = "" }, order) => {
    if (path === "*") {
      catchAll = id;
      return;
    }
    const segments = path.split("/").filter(Boolean);
    let branch = start;
    for (const segment of segments) {
      const isParameter = segment.startsWith(":");
      const known = isParameter ? branch.parameter : branch.fixed.get(lowerCase(segment));
      const next = known ?? newBranch();
      if (isParameter) branch.parameter = next;
      else branch.fixed.set(lowerCase(segment), next);
      branch = next;
    }
    const fixed = segments.filter((segment) => !segment.startsWith(":")).length;
    // Of two that are alike the first one of the table matches.
    branch.route ??= { id, rank: fixed * routes.length - order };
  });
  return { start, catchAll };
}

function nextOf({ fixed, parameter }: Branch, segment: string): Branch[] {
  const same = fixed.get(lowerCase(segment));
  return [...(same ? [same] : []), ...(parameter ? [parameter] : [])];
}

/** Patterns are ASCII, and the router ignores the case of its letters only. */
function lowerCase(segment: string): string {
  return segment.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** The router's pattern for all other paths ends at a line break. */
function isOneLine(segments: readonly string[]): boolean {
  return !segments.some((segment) => /[\n\r\u2028\u2029]/.test(segment));
}

function decodeUntilMalformed(segments: readonly string[]): string[] {
  const decoded: string[] = [];
  for (const segment of segments) {
    try {
      decoded.push(decodeURIComponent(segment));
    } catch {
      break;
    }
  }
  return decoded;
}
