import { type RouteAccess, ruleFor } from "./access";
import { cookieName, readCookie, setCookie } from "./cookies";
import { readSessionToken } from "./session";

/** The instance of the database that answers the reads of what pages show. */
export type PageReads =
  | { from: "primary" }
  /** A replica that is at least as new as the bookmark; null for any replica. */
  | { from: "nearest"; bookmark: string | null };

const SAFE_METHODS = ["GET", "HEAD"];

/**
 * Visitors read from the nearest instance, and after a write from one that has it. Members, guests,
 * unsafe methods, and routes that the access table says so of, read from the primary.
 */
export function pageReads(
  request: Request,
  access: RouteAccess | undefined,
  appOrigin: string,
): PageReads {
  const isPrimary =
    !SAFE_METHODS.includes(request.method) ||
    ruleFor(access, request.method)?.reads === "primary" ||
    readSessionToken(request, appOrigin) !== null ||
    // The order of a guest changes by itself.
    readCookie(request, "checkout", appOrigin) !== null;
  if (isPrimary) return { from: "primary" };
  return { from: "nearest", bookmark: readCookie(request, "bookmark", appOrigin) };
}

/**
 * `Set-Cookie` with the state of the database after a write, for the next reads of a visitor. Null
 * where there is none to keep: for a safe method, an error, or a browser that stays signed in and
 * reads from the primary.
 *
 * @param bookmark the state of the primary; null where the request did not use it
 */
export async function bookmarkCookie(
  request: Request,
  response: Response,
  { appOrigin, bookmark }: { appOrigin: string; bookmark(): Promise<string | null> },
): Promise<string | null> {
  if (SAFE_METHODS.includes(request.method) || response.status >= 400) return null;
  if (staysSignedIn(request, response, appOrigin)) return null;
  const current = await bookmark();
  return current === null ? null : setCookie("bookmark", current, appOrigin);
}

function staysSignedIn(request: Request, response: Response, appOrigin: string): boolean {
  const name = `${cookieName("session", appOrigin)}=`;
  const changed = response.headers.getSetCookie().find((cookie) => cookie.startsWith(name));
  if (changed === undefined) return readSessionToken(request, appOrigin) !== null;
  return !changed.startsWith(`${name};`);
}
