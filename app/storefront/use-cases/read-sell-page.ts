import type { SellPages } from "../../../db/storefront/sell-pages";
import { chosenName } from "../../accounts/rules/chosen-name";
import { type ShownSellerStatus, shownSellerStatus } from "../../accounts/rules/seller-status";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { mediaUrl } from "../../products/rules/cover";
import { type ProductCard, toCard } from "../../products/rules/product-card";
import { type SocialLink, socialLinks } from "../rules/social-links";

/** Products on one page of a seller who never saved a choice. */
const PAGE_SIZE = 48;

export interface PublicPage {
  seller: { uid: string; name: string };
  status: ShownSellerStatus;
  /** Image URLs, empty if absent. */
  bannerUrl: string;
  logoUrl: string;
  description: string;
  links: SocialLink[];
  cards: ProductCard[];
  /** Cursor of the next page; null on the last one. */
  next: number | null;
}

/**
 * A seller's public page: the saved one, else their products on sale, newest first. `before` is the
 * `next` of an earlier page. Throws `not_found` for an unknown user, and for one who publishes
 * nothing and has no saved page: the uid of a wallet account can be computed from its address, and the
 * answer would tell who has an account.
 */
export async function readSellPage(
  { uid, before = null }: { uid: string; before?: number | null },
  { sellPages, clock }: { sellPages: Pick<SellPages, "byUid">; clock: Clock },
): Promise<PublicPage> {
  const found = await sellPages.byUid(uid, { before, limit: PAGE_SIZE + 1 });
  if (!found || (!found.page && found.products.length === 0)) throw new Problem("not_found");
  const { page } = found;
  const isLast = page !== null || found.products.length <= PAGE_SIZE;
  const products = isLast ? found.products : found.products.slice(0, PAGE_SIZE);
  const context = { now: clock.now(), top: [] };
  return {
    seller: { uid, name: chosenName(found.displayName) },
    status: shownSellerStatus(found.status),
    bannerUrl: mediaUrl(page?.bannerMediaId ?? ""),
    logoUrl: mediaUrl(page?.logoMediaId ?? ""),
    description: page?.description ?? "",
    links: page ? socialLinks(page) : [],
    cards: products.map((product) => toCard(product, context)),
    next: isLast ? null : (products.at(-1)?.seq ?? null),
  };
}
