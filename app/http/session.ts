import { clearCookie, readCookie, setCookie } from "./cookies";

/** The session token of a request; null where the cookie is missing or malformed. */
export function readSessionToken(request: Request, appOrigin: string): string | null {
  return readCookie(request, "session", appOrigin);
}

/** A `Set-Cookie` value with a session token. */
export function sessionCookie(token: string, appOrigin: string): string {
  return setCookie("session", token, appOrigin);
}

/** A `Set-Cookie` value that removes the session token. */
export function endSessionCookie(appOrigin: string): string {
  return clearCookie("session", appOrigin);
}
