import { encodeBase64 } from "../lib/base64";
import { Problem } from "../lib/problem";
import { isForWallets, type RouteAccess } from "./access";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses an unsafe method or a WebSocket upgrade that does not come from our own pages.
 * Throws `foreign_origin`, also where the Origin header is missing. Wallets call from anywhere: no
 * cookie is read there, so no origin is asked for.
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

/**
 * Adds the headers that every answer carries. Pages are `private, no-store` unless their route
 * said otherwise: forgetting to say so can't leak a page into a shared cache. An answer that brings
 * a policy of its own, a file that somebody uploaded for instance, keeps that stricter one.
 */
export function withSecurityHeaders(
  response: Response,
  options: { nonce: string; appOrigin: string },
): Response {
  if (response.status === 101) return response;
  const headers = new Headers(response.headers);
  const html = headers.get("Content-Type")?.startsWith("text/html") ?? false;
  if (html && !headers.has("Content-Security-Policy")) {
    headers.set("Content-Security-Policy", contentSecurityPolicy(options));
  }
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
  headers.set("X-Content-Type-Options", "nosniff");
  if (!headers.has("Referrer-Policy"))
    headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  headers.set("X-Frame-Options", "DENY");
  headers.set("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
  headers.set("Cross-Origin-Opener-Policy", "same-origin-allow-popups");
  if (options.appOrigin.startsWith("https:")) {
    headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  }
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}

function contentSecurityPolicy({ nonce, appOrigin }: { nonce: string; appOrigin: string }): string {
  const socket = appOrigin.replace(/^http/, "ws");
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    // The toast library adds a style element; styles can't run code.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${socket}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}
