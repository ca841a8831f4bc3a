import { SESSION_ABSOLUTE_MS } from "../lib/session-lifetime";
import { type CookieKind, cookieText, TIME_ZONE_COOKIE, YEAR_SECONDS } from "./cookie-text";

/** Every cookie of the app. All have `Path=/` and `SameSite=Lax`, and over https `Secure`. */
export const COOKIES = {
  /** The session token: 256 bits in base64url. */
  session: {
    maxAgeSeconds: SESSION_ABSOLUTE_MS / 1000,
    httpOnly: true,
    isHostOnly: true,
    value: /^[\w-]{43}$/,
  },
  /**
   * State of the database that a visitor's next reads have to include. Replicas are seconds behind;
   * a longer lifetime has no use.
   */
  bookmark: {
    maxAgeSeconds: 10 * 60,
    httpOnly: true,
    isHostOnly: true,
    value: /^[\da-f]{8}-[\da-f]{8}-[\da-f]{8}-[\da-f]{32}$/,
  },
  /** Signed tokens of the accounts that this browser has signed in to: `device-tokens.ts`. */
  device: {
    maxAgeSeconds: YEAR_SECONDS,
    httpOnly: true,
    isHostOnly: true,
    value: /^[\w-]{22}\.[\w-]{43}(~[\w-]{22}\.[\w-]{43}){0,2}$/,
  },
  /** The secret of a browser that buys without an account: 256 bits in base64url. */
  checkout: {
    maxAgeSeconds: 24 * 60 * 60,
    httpOnly: true,
    isHostOnly: true,
    value: /^[\w-]{43}$/,
  },
  /** Who recommended which products: `referral-cookie.ts`. Another host of the domain can't set it. */
  ref: {
    maxAgeSeconds: 30 * 24 * 60 * 60,
    httpOnly: true,
    isHostOnly: true,
    value: /^[\w.~-]{1,1000}$/,
  },
  /** A Google sign-in in progress; Remix's cookie session storage signs and reads it. */
  google: { maxAgeSeconds: 600, httpOnly: true, isHostOnly: true, value: /./ },
  /** New recovery codes until the user has saved them, encrypted. */
  "shown-codes": { maxAgeSeconds: 15 * 60, httpOnly: true, value: /^[\w.-]{1,2000}$/ },
  /** The toast of the next page: a key of the `toasts` namespace. */
  flash: { maxAgeSeconds: 60, httpOnly: true, value: /^[\w.-]{1,60}$/ },
  /** The language code without encoding, so that other programs can read and set it. */
  locale: { maxAgeSeconds: YEAR_SECONDS, httpOnly: false, value: /^[a-z]{2}$/ },
  theme: { maxAgeSeconds: YEAR_SECONDS, httpOnly: false, value: /^\w+$/ },
  /** Beside prices on English pages. */
  currency: { maxAgeSeconds: YEAR_SECONDS, httpOnly: false, value: /^[A-Z]{3}$/ },
  tz: TIME_ZONE_COOKIE,
  /** Set once the user has closed the language hint. */
  langhint: { maxAgeSeconds: YEAR_SECONDS, httpOnly: false, value: /^closed$/ },
} satisfies Record<string, CookieKind>;

export type CookieName = keyof typeof COOKIES;

const isHttps = (appOrigin: string) => appOrigin.startsWith("https:");

/** The cookie's name in HTTP headers. */
export function cookieName(name: CookieName, appOrigin: string): string {
  const kind: CookieKind = COOKIES[name];
  return kind.isHostOnly && isHttps(appOrigin) ? `__Host-${name}` : name;
}

/** The first valid value of this cookie, or null. */
export function readCookie(request: Request, name: CookieName, appOrigin = ""): string | null {
  const headerName = cookieName(name, appOrigin);
  for (const pair of (request.headers.get("Cookie") ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at < 0 || pair.slice(0, at).trim() !== headerName) continue;
    const value = pair.slice(at + 1).trim();
    if (COOKIES[name].value.test(value)) return value;
  }
  return null;
}

/** A `Set-Cookie` value. `value` is not escaped: it must have the format of the cookie. */
export function setCookie(name: CookieName, value: string, appOrigin: string): string {
  return serialize(name, value, COOKIES[name].maxAgeSeconds, appOrigin);
}

/** A `Set-Cookie` value that removes the cookie. */
export function clearCookie(name: CookieName, appOrigin: string): string {
  return serialize(name, "", 0, appOrigin);
}

/** The same attributes for Remix's cookie session storage, which serialises the cookie itself. */
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
  const { httpOnly } = COOKIES[name];
  const kind = { maxAgeSeconds: maxAge, httpOnly };
  return cookieText(cookieName(name, appOrigin), value, kind, isHttps(appOrigin));
}
