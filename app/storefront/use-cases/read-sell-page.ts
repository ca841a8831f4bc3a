import type { SellPages } from "../../../db/storefront/sell-pages";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { mediaUrl } from "../../products/rules/cover";
import { type ProductCard, toCard } from "../../products/rules/product-card";
import { type SocialLink, socialLinks } from "../rules/social-links";

export interface PublicPage {
  seller: string;
  /** Image URLs, empty if absent. */
  bannerUrl: string;
  logoUrl: string;
  description: string;
  links: SocialLink[];
  cards: ProductCard[];
}

/** A seller's public page. Throws `not_found` for an unknown user. */
export async function readSellPage(
  { uid }: { uid: string },
  { sellPages, clock }: { sellPages: SellPages; clock: Clock },
): Promise<PublicPage> {
  const found = await sellPages.byUid(uid);
  if (!found) throw new Problem("not_found");
  const { page, products } = found;
  const context = { now: clock.now(), top: [] };
  return {
    seller: found.displayName,
    bannerUrl: mediaUrl(page?.bannerMediaId ?? ""),
    logoUrl: mediaUrl(page?.logoMediaId ?? ""),
    description: page?.description ?? "",
    links: page ? socialLinks(page) : [],
    cards: products.map((product) => toCard(product, context)),
  };
}
