import type { AppLoadContext } from "@remix-run/cloudflare";
import type { ParseKeys } from "i18next";
import ui from "../../locales/en/ui.json";
import { clearCookie, readCookie, setCookie } from "./cookies";

type Context = Pick<AppLoadContext, "ports">;

export type ToastKey = ParseKeys<"toasts">;

/** `Set-Cookie` for the toast of the next page. */
export function flash(key: ToastKey, { ports }: Context): string {
  return setCookie("flash", key, ports.settings.appOrigin);
}

/** The toast to show on this page, or null. */
export function readFlash(request: Request): ToastKey | null {
  const key = readCookie(request, "flash") ?? "";
  return isToast(key) ? key : null;
}

function isToast(key: string): key is ToastKey {
  return Object.hasOwn(ui.toasts, key);
}

/** `Set-Cookie` that removes the toast. */
export function clearFlash({ ports }: Context): string {
  return clearCookie("flash", ports.settings.appOrigin);
}
