import type { AppLoadContext } from "@remix-run/cloudflare";
import { localPath } from "../lib/return-path";

/** True for a navigation of the browser, such as a form without script; fetches accept any type. */
export function acceptsPage(request: Request): boolean {
  return request.headers.get("Accept")?.includes("text/html") ?? false;
}

/** The path of the page that sent the request, by `Referer`; null where that is not our page. */
export function previousPage(
  request: Request,
  { ports }: Pick<AppLoadContext, "ports">,
): string | null {
  const referrer = request.headers.get("Referer");
  if (!referrer || !URL.canParse(referrer)) return null;
  const { origin, pathname, search } = new URL(referrer);
  return origin === ports.settings.appOrigin ? localPath(pathname + search) : null;
}
