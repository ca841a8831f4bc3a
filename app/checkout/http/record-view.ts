import type { AppLoadContext } from "@remix-run/cloudflare";
import { isbot } from "isbot";
import { isPrefetch } from "../../http/prefetch";
import { paths } from "../../lib/paths";
import type { PurchasePage } from "../rules/purchase-page";

/** Counts one view of a product's page, where the request is one of a person who opens it. */
export function recordView(
  { product, stage }: Pick<PurchasePage, "product" | "stage">,
  request: Request,
  context: AppLoadContext,
): void {
  // The page cache counts its answers, and rendering is not one.
  if (context.shared) return;
  if (stage.kind === "own" || !opensPage(request, product.id, context)) return;
  context.ports.viewCounter.record(product.id, context.received.source, context.waitUntil);
}

/**
 * True for a GET by which a person's browser opens the page of a product: no bot, no prefetch, and no
 * reload of the page's data by the page itself.
 */
export function opensPage(
  request: Request,
  productId: string,
  { received }: { received: Pick<AppLoadContext["received"], "method" | "isData"> },
): boolean {
  if (received.method !== "GET") return false;
  if (isPrefetch(request)) return false;
  const { headers } = request;
  const userAgent = headers.get("User-Agent") ?? "";
  // Every browser sends one.
  if (userAgent === "" || isbot(userAgent)) return false;
  return !received.isData || comesFromElsewhere(headers.get("Referer"), productId);
}

/** True where script followed a link of another page. */
function comesFromElsewhere(referrer: string | null, productId: string): boolean {
  if (!referrer || !URL.canParse(referrer)) return false;
  return new URL(referrer).pathname !== paths.buy(productId);
}
