import { clearCookie, readCookie, setCookie } from "./cookies";

/** The session token of a request, or null: anything that does not look like one is never looked up. */
export function readSessionToken(request: Request, appOrigin: string): string | null {
  return readCookie(request, "session", appOrigin);
}

/** A `Set-Cookie` value that hands the browser its token. */
export function sessionCookie(token: string, appOrigin: string): string {
  return setCookie("session", token, appOrigin);
}

/** A `Set-Cookie` value that takes the token away. */
export function endSessionCookie(appOrigin: string): string {
  return clearCookie("session", appOrigin);
}
