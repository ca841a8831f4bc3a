export interface CookieKind {
  maxAgeSeconds: number;
  httpOnly: boolean;
  /**
   * True adds the `__Host-` prefix over https, so that subdomains can't set the cookie. Browsers
   * reject that prefix on plain http.
   */
  isHostOnly?: boolean;
  /** The format of a valid value; other values are ignored. */
  value: RegExp;
}

export const YEAR_SECONDS = 365 * 24 * 3600;

/** The browser's time zone, an IANA name, set by the script of a page. */
export const TIME_ZONE_COOKIE: CookieKind = {
  maxAgeSeconds: YEAR_SECONDS,
  httpOnly: false,
  value: /^[\w+-]{1,20}(\/[\w+-]{1,20}){0,2}$/,
};

/** A `Set-Cookie` value. `value` is not escaped. */
export function cookieText(
  name: string,
  value: string,
  { maxAgeSeconds, httpOnly }: Pick<CookieKind, "maxAgeSeconds" | "httpOnly">,
  isHttps: boolean,
): string {
  const parts = [`${name}=${value}`, "Path=/", `Max-Age=${maxAgeSeconds}`];
  if (httpOnly) parts.push("HttpOnly");
  parts.push("SameSite=Lax");
  if (isHttps) parts.push("Secure");
  return parts.join("; ");
}
