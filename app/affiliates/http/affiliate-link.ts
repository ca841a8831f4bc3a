import { offerPaths } from "../../lib/offer-paths";
import type { Settings } from "../../lib/ports";

/** The absolute link by which an affiliate recommends a product. */
export function affiliateLink(
  { code, productId }: { code: string; productId: string },
  { appOrigin }: Pick<Settings, "appOrigin">,
): string {
  return appOrigin + offerPaths.referral(code, productId);
}
