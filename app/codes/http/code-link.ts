import { query } from "../../lib/paths";
import type { Settings } from "../../lib/ports";
import { purchaseLink } from "../../products/http/share";

/** The absolute link to a product's page that applies a code there. */
export function codeLink(
  productId: string,
  { name }: { name: string },
  settings: Pick<Settings, "appOrigin">,
): string {
  return purchaseLink({ id: productId }, settings) + query({ code: name });
}
