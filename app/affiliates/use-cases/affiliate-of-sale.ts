import type { Affiliates, SellingAffiliate } from "../../../db/affiliates/affiliates";
import type { Product } from "../../products/rules/product";
import type { ReferralCode } from "../rules/referral-cookie";

/** Whom a buyer comes from, and who buys. */
export interface Referral {
  code: ReferralCode;
  /** Null for a guest, and for a wallet that nothing proves. */
  buyerUid: string | null;
  /** The address that the request names: a claim, which counts where it is the leg's own. */
  wallet: string | null;
}

/**
 * Who gets a part of a sale for recommending the product; null for nobody. Where the browser knows of no
 * recommendation, an open order keeps its own (`openWallet`, of its leg). Asks nothing while the seller pays nobody.
 */
export async function affiliateOfSale(
  product: Pick<Product, "id" | "affiliateBps">,
  { referral, openWallet }: { referral: Referral | undefined; openWallet: string | null },
  { affiliates }: { affiliates: Pick<Affiliates, "ofSale"> },
): Promise<SellingAffiliate | null> {
  if (product.affiliateBps === null) return null;
  const { code, buyerUid = null, wallet = null } = referral ?? {};
  const own = code === undefined && openWallet !== null ? { wallet: openWallet } : null;
  const by = code ? { code } : own;
  const found = by && (await affiliates.ofSale(product.id, by, buyerUid));
  return found && found.wallet !== wallet ? found : null;
}
