import { encodeBase64 } from "../lib/base64";
import { Problem } from "../lib/problem";
import { isForViewer, isForWallets, type RouteAccess, type Rule } from "./access";
import { isPrefetch } from "./prefetch";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * CSRF check. Throws `foreign_origin` for an unsafe method or a WebSocket upgrade with another Origin
 * than the app's or without one. Routes for wallets read no cookies and are exempt.
 */
export function guardOrigin(
  request: Request,
  access: RouteAccess | undefined,
  appOrigin: string,
): void {
  const upgrade = request.headers.get("Upgrade")?.toLowerCase() === "websocket";
  if (SAFE_METHODS.has(request.method) && !upgrade) return;
  if (!upgrade && isForWallets(access)) return;
  if (request.headers.get("Origin") !== appOrigin) throw new Problem("foreign_origin");
}

/** 128 random bits, base64. */
export function newNonce(): string {
  return encodeBase64(crypto.getRandomValues(new Uint8Array(16)));
}

/** The browser keeps what it prefetched for a visitor until the link is used. */
const PREFETCH_CACHE_CONTROL = "private, max-age=10";

/**
 * The default of `Cache-Control`. Not stored, so that a route without one can't leak a page into a
 * shared cache; prefetched data of visitors, which is the same for all of them, for some seconds.
 */
export function defaultCacheControl(request: Request, sessionToken: string | null): string {
  return isPrefetch(request) && sessionToken === null
    ? PREFETCH_CACHE_CONTROL
    : "private, no-store";
}

interface SecurityOptions {
  nonce: string;
  /** False for a page that ships no script: its policy allows none. */
  hasScript: boolean;
  appOrigin: string;
  /** For a response whose route sets none. */
  cacheControl: string;
  /** Undefined where no route or method matched. */
  rule: Rule | undefined;
}

/**
 * Adds the security headers, and `Cache-Control` where the route has none. What is for one signed-in
 * user is never stored, and only routes that are public pages can be listed by search engines. A
 * `Content-Security-Policy` of the route, such as the stricter one of uploaded files, is kept.
 */
export function withSecurityHeaders(response: Response, options: SecurityOptions): Response {
  if (response.status === 101) return response;
  const secured = withMutableHeaders(response);
  const { headers } = secured;
  const html = headers.get("Content-Type")?.startsWith("text/html") ?? false;
  if (html && !headers.has("Content-Security-Policy")) {
    headers.set("Content-Security-Policy", contentSecurityPolicy(options));
  }
  if (!options.rule?.isIndexed) headers.set("X-Robots-Tag", "noindex");
  if (isForViewer(options.rule)) headers.set("Cache-Control", "private, no-store");
  if (!headers.has("Cache-Control")) {
    const isReusable = response.ok && !headers.has("Set-Cookie");
    headers.set("Cache-Control", isReusable ? options.cacheControl : "private, no-store");
    // The cookies choose the language, and sign in.
    if (isReusable) headers.append("Vary", "Cookie");
  }
  headers.set("X-Content-Type-Options", "nosniff");
  if (!headers.has("Referrer-Policy"))
    headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  headers.set("X-Frame-Options", "DENY");
  headers.set("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
  headers.set("Cross-Origin-Opener-Policy", "same-origin-allow-popups");
  if (options.appOrigin.startsWith("https:")) {
    headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  }
  return secured;
}

/** The response, or a copy of one whose headers can't be changed, such as `Response.redirect()`. */
function withMutableHeaders(response: Response): Response {
  try {
    response.headers.delete("X-Unset");
    return response;
  } catch {
    return new Response(response.body, response);
  }
}

function contentSecurityPolicy({
  nonce,
  hasScript,
  appOrigin,
}: Pick<SecurityOptions, "nonce" | "hasScript" | "appOrigin">): string {
  const socket = appOrigin.replace(/^http/, "ws");
  return [
    "default-src 'none'",
    hasScript ? `script-src 'nonce-${nonce}' 'strict-dynamic'` : "script-src 'none'",
    // The toast library adds a style element.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self'",
    "font-src 'self'",
    `connect-src 'self' ${socket}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}
