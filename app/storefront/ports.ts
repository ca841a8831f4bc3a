import type { CardFacts } from "../products/rules/product-card";

/** A seller's public page as it was saved. Image keys are empty if absent. */
export interface SellPage {
  bannerKey: string;
  logoKey: string;
  description: string;
  website: string;
  twitter: string;
  instagram: string;
}

export interface SellPages {
  /**
   * The person's page and its active products in the seller's order; `page` is null for somebody
   * who never saved one. Null where there is nobody of that id.
   */
  byUid(
    uid: string,
  ): Promise<{ displayName: string; page: SellPage | null; products: CardFacts[] } | null>;
}
