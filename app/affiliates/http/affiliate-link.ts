import { paths } from "../../lib/paths";
import type { Settings } from "../../lib/ports";

/** The absolute link by which an affiliate recommends a product. */
export function affiliateLink(
  { code, productId }: { code: string; productId: string },
  { appOrigin }: Pick<Settings, "appOrigin">,
): string {
  return appOrigin + paths.referral(code, productId);
}
