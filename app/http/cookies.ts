import { SESSION_ABSOLUTE_MS } from "../lib/session-lifetime";

interface CookieKind {
  maxAgeSeconds: number;
  /** True keeps it out of reach of scripts. */
  httpOnly: boolean;
  /**
   * True pins it to this host over https by the `__Host-` prefix: a neighbouring host can't set it.
   * Browsers refuse that prefix on plain http.
   */
  isHostOnly?: boolean;
  /** What a value of ours looks like; another one is as good as none. */
  value: RegExp;
}

const YEAR_SECONDS = 365 * 24 * 3600;

/** Every cookie of the app. All have `Path=/` and `SameSite=Lax`, and over https `Secure`. */
export const COOKIES = {
  /** The session token: 256 bits in base64url. */
  session: {
    maxAgeSeconds: SESSION_ABSOLUTE_MS / 1000,
    httpOnly: true,
    isHostOnly: true,
    value: /^[\w-]{43}$/,
  },
  /** A sign-in at Google under way; the router's session storage signs and reads it. */
  google: { maxAgeSeconds: 600, httpOnly: true, isHostOnly: true, value: /./ },
  /** Recovery codes on show, encrypted. */
  "shown-codes": { maxAgeSeconds: 15 * 60, httpOnly: true, value: /^[\w-]{1,2000}$/ },
  /** The toast of the next page, a key of the `toasts` namespace. */
  flash: { maxAgeSeconds: 60, httpOnly: true, value: /^[\w.-]{1,60}$/ },
  /** The bare name of the language, so that other programs can read and set it. */
  locale: { maxAgeSeconds: YEAR_SECONDS, httpOnly: false, value: /^[a-z]{2}$/ },
  theme: { maxAgeSeconds: YEAR_SECONDS, httpOnly: false, value: /^\w+$/ },
  /** That the offer of the other language was closed. */
  langhint: { maxAgeSeconds: YEAR_SECONDS, httpOnly: false, value: /^closed$/ },
} satisfies Record<string, CookieKind>;

export type CookieName = keyof typeof COOKIES;

const isHttps = (appOrigin: string) => appOrigin.startsWith("https:");

/** The name under which browsers keep it. */
export function cookieName(name: CookieName, appOrigin: string): string {
  const kind: CookieKind = COOKIES[name];
  return kind.isHostOnly && isHttps(appOrigin) ? `__Host-${name}` : name;
}

/** The first value of this cookie that looks like one of ours, or null. */
export function readCookie(request: Request, name: CookieName, appOrigin = ""): string | null {
  const wanted = cookieName(name, appOrigin);
  for (const pair of (request.headers.get("Cookie") ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at < 0 || pair.slice(0, at).trim() !== wanted) continue;
    const value = pair.slice(at + 1).trim();
    if (COOKIES[name].value.test(value)) return value;
  }
  return null;
}

/** A `Set-Cookie` value. `value` needs no escaping: it looks like what `readCookie` takes. */
export function setCookie(name: CookieName, value: string, appOrigin: string): string {
  return serialize(name, value, COOKIES[name].maxAgeSeconds, appOrigin);
}

/** A `Set-Cookie` value that takes the cookie away. */
export function clearCookie(name: CookieName, appOrigin: string): string {
  return serialize(name, "", 0, appOrigin);
}

/** The same attributes for the router's own session storage, which serialises by itself. */
export function cookieOptions(name: CookieName, appOrigin: string) {
  return {
    name: cookieName(name, appOrigin),
    path: "/",
    maxAge: COOKIES[name].maxAgeSeconds,
    httpOnly: COOKIES[name].httpOnly,
    sameSite: "lax" as const,
    secure: isHttps(appOrigin),
  };
}

function serialize(name: CookieName, value: string, maxAge: number, appOrigin: string): string {
  const parts = [`${cookieName(name, appOrigin)}=${value}`, "Path=/", `Max-Age=${maxAge}`];
  if (COOKIES[name].httpOnly) parts.push("HttpOnly");
  parts.push("SameSite=Lax");
  if (isHttps(appOrigin)) parts.push("Secure");
  return parts.join("; ");
}
