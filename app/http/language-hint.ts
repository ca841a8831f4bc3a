import type { AppLoadContext } from "@remix-run/cloudflare";
import { readCookie, setCookie } from "./cookies";

/** True where the browser asks first for another language than French and nothing was chosen yet. */
export function offersEnglish(request: Request): boolean {
  if (readCookie(request, "locale") || readCookie(request, "langhint")) return false;
  if (new URL(request.url).searchParams.has("lang")) return false;
  const first = request.headers.get("Accept-Language")?.split(",")[0]?.trim().toLowerCase();
  return Boolean(first) && !first?.startsWith("fr") && first !== "*";
}

/** `Set-Cookie` that remembers the offer being closed, for a year. */
export function closeLanguageHint({ ports }: AppLoadContext): string {
  return setCookie("langhint", "closed", ports.settings.appOrigin);
}
