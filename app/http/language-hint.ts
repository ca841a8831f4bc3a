import type { AppLoadContext } from "@remix-run/cloudflare";
import { readCookie, setCookie } from "./cookies";

/** True where the browser's first language is not French and the user has made no choice. */
export function offersEnglish(request: Request): boolean {
  const first = request.headers.get("Accept-Language")?.split(",")[0]?.trim().toLowerCase();
  if (!first || first.startsWith("fr") || first === "*") return false;
  if (readCookie(request, "locale") || readCookie(request, "langhint")) return false;
  return !new URL(request.url).searchParams.has("lang");
}

/** `Set-Cookie` that hides the hint for a year. */
export function closeLanguageHint({ ports }: AppLoadContext): string {
  return setCookie("langhint", "closed", ports.settings.appOrigin);
}
