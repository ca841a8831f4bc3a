import type { AppLoadContext } from "@remix-run/cloudflare";
import type { ParseKeys } from "i18next";
import ui from "../../locales/en/ui.json";
import { clearCookie, readCookie, setCookie } from "./cookies";

type Context = Pick<AppLoadContext, "ports">;

export type ToastKey = ParseKeys<"toasts">;

/** Set once a contact message is stored. The contact page shows it in place of a toast. */
export const MESSAGE_SENT = "messageSent";

/** `Set-Cookie` for the message of the next page, which is a toast unless it is `MESSAGE_SENT`. */
export function flash(key: ToastKey | typeof MESSAGE_SENT, { ports }: Context): string {
  return setCookie("flash", key, ports.settings.appOrigin);
}

/** The toast to show on this page, or null. */
export function readFlash(request: Request): ToastKey | null {
  const key = readCookie(request, "flash") ?? "";
  return isToast(key) ? key : null;
}

/** True on the page after a contact message was sent. */
export function wasMessageSent(request: Request): boolean {
  return readCookie(request, "flash") === MESSAGE_SENT;
}

function isToast(key: string): key is ToastKey {
  return Object.hasOwn(ui.toasts, key);
}

/** `Set-Cookie` that removes the toast. */
export function clearFlash({ ports }: Context): string {
  return clearCookie("flash", ports.settings.appOrigin);
}
