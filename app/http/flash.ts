import type { AppLoadContext } from "@remix-run/cloudflare";
import type { ParseKeys } from "i18next";
import ui from "../../locales/en/ui.json";
import { clearCookie, readCookie, setCookie } from "./cookies";

type Context = Pick<AppLoadContext, "ports">;

/** What a toast can say. */
export type ToastKey = ParseKeys<"toasts">;

/** `Set-Cookie` for a message that the next page shows: a key of the `toasts` namespace, never text. */
export function flash(key: ToastKey, { ports }: Context): string {
  return setCookie("flash", key, ports.settings.appOrigin);
}

/** The key that waits to be shown, or null. */
export function readFlash(request: Request): ToastKey | null {
  const key = readCookie(request, "flash") ?? "";
  return isToast(key) ? key : null;
}

function isToast(key: string): key is ToastKey {
  return Object.hasOwn(ui.toasts, key);
}

/** `Set-Cookie` that forgets it. */
export function clearFlash({ ports }: Context): string {
  return clearCookie("flash", ports.settings.appOrigin);
}
