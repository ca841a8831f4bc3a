import type { AppLoadContext } from "@remix-run/cloudflare";
import { clearCookie, readCookie, setCookie } from "./cookies";

type Context = Pick<AppLoadContext, "ports">;

/** `Set-Cookie` for a message that the next page shows: a key of the `toasts` namespace, never text. */
export function flash(key: string, { ports }: Context): string {
  return setCookie("flash", key, ports.settings.appOrigin);
}

/** The key that waits to be shown, or null. */
export function readFlash(request: Request): string | null {
  return readCookie(request, "flash");
}

/** `Set-Cookie` that forgets it. */
export function clearFlash({ ports }: Context): string {
  return clearCookie("flash", ports.settings.appOrigin);
}
