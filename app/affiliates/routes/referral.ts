import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { isPrefetch } from "../../http/prefetch";
import { paths } from "../../lib/paths";
import { referralCookie } from "../http/referral";
import { followReferral } from "../use-cases/recommendations";

/** The link of an affiliate: leads to the product, and the browser remembers who recommended it. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { code = "", productId = "" } = params;
  const link = await followReferral({ code, productId }, context.ports);
  // As any address that leads nowhere.
  if (link === "unknown_product") return redirect(paths.home);
  const isCounted = link === "counts" && isVisit(request, context.received.method);
  const cookie = isCounted ? referralCookie({ request, context }, { productId, code }) : null;
  return redirect(paths.buy(productId), {
    status: 303,
    headers: { "Cache-Control": "no-store", ...(cookie && { "Set-Cookie": cookie }) },
  });
}

/**
 * True where a person opens the link in a window: a frame, a picture or a script of a page that the person only looks at
 * is none. A browser that does not say (older than 2023) counts as none too: what can't be told from a hidden picture
 * would let any page claim its visitors.
 */
function isVisit(request: Request, method: string): boolean {
  const { headers } = request;
  const isDocument = headers.get("Sec-Fetch-Dest") === "document";
  const isNavigation = headers.get("Sec-Fetch-Mode") === "navigate";
  return method === "GET" && isDocument && isNavigation && !isPrefetch(request);
}
