import { SESSION_ABSOLUTE_MS } from "../accounts/rules/session-lifetime";

/** 256 bits in base64url; anything else is no token of ours and is never looked up. */
const TOKEN = /^[\w-]{43}$/;

/** `__Host-` pins the cookie to this host over https; browsers refuse that prefix on plain http. */
function cookieName(appOrigin: string): string {
  return appOrigin.startsWith("https:") ? "__Host-session" : "session";
}

/** The session token of a request, or null. */
export function readSessionToken(request: Request, appOrigin: string): string | null {
  const name = cookieName(appOrigin);
  for (const pair of (request.headers.get("Cookie") ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (pair.slice(0, at).trim() !== name) continue;
    const value = pair.slice(at + 1).trim();
    if (TOKEN.test(value)) return value;
  }
  return null;
}

/** A `Set-Cookie` value that hands the browser its token. */
export function sessionCookie(token: string, appOrigin: string): string {
  return cookie(token, SESSION_ABSOLUTE_MS / 1000, appOrigin);
}

/** A `Set-Cookie` value that takes the token away. */
export function endSessionCookie(appOrigin: string): string {
  return cookie("", 0, appOrigin);
}

function cookie(value: string, maxAgeSeconds: number, appOrigin: string): string {
  const secure = appOrigin.startsWith("https:") ? "; Secure" : "";
  return `${cookieName(appOrigin)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
