import { Problem } from "../../lib/problem";
import type { FreeOffers } from "../ports";
import type { ProductTerms } from "../rules/product-form";

/**
 * Accounts cost nothing, and each free product is storage that nobody pays: one sale, or the operator's word,
 * comes before. Throws `invalid_input`.
 */
export async function checkFreeOffer(
  { seller, terms }: { seller: { uid: string }; terms: Pick<ProductTerms, "isFree"> },
  { grants }: { grants: FreeOffers },
): Promise<void> {
  if (!terms.isFree || (await grants.mayOffer(seller.uid))) return;
  throw new Problem("invalid_input", { messageKey: "free_not_allowed", field: "free" });
}
