/** Messages that outlive one redirect. The cookie holds a key of the `toasts` namespace, never text. */
const COOKIE = "flash";

/** `Set-Cookie` for a message that the next page shows. */
export function flash(key: string): string {
  return `${COOKIE}=${encodeURIComponent(key)}; Path=/; Max-Age=60; SameSite=Lax; HttpOnly`;
}

/** The key that waits to be shown, or null. */
export function readFlash(request: Request): string | null {
  const found = /(?:^|;\s*)flash=([\w.-]{1,60})(?:;|$)/.exec(request.headers.get("Cookie") ?? "");
  return found?.[1] ?? null;
}

/** `Set-Cookie` that forgets it. */
export function clearFlash(): string {
  return `${COOKIE}=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly`;
}
