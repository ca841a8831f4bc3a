import type { Affiliates, Affiliation } from "../../../db/affiliates/affiliates";
import type { Products } from "../../../db/products/products";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { AffiliateBooks } from "../ports";
import { AFFILIATE_CODE } from "../rules/affiliate";
import { type AffiliateEntry, affiliateReportCsv } from "../rules/affiliate-report";

/** Entries on the page of a person: those of the last sales. */
const MAX_SHOWN_ENTRIES = 50;
/** Entries of the report, the newest: about 3 MB. */
const MAX_REPORTED_ENTRIES = 10_000;
/** One order has at most eight, and their reversals. */
const MAX_ENTRIES_OF_SALE = 100;

/** The products that a person recommends, and the last entries of the books about their sales. */
export async function readRecommendations(
  { uid }: { uid: string },
  { affiliateBooks }: { affiliateBooks: Pick<AffiliateBooks, "ofPerson" | "entriesOf"> },
) {
  const [products, entries] = await Promise.all([
    affiliateBooks.ofPerson(uid),
    affiliateBooks.entriesOf(uid, { limit: MAX_SHOWN_ENTRIES }),
  ]);
  return { products, entries };
}

/** All entries of a person as CSV. */
export async function reportRecommendations(
  { uid }: { uid: string },
  { affiliateBooks }: { affiliateBooks: Pick<AffiliateBooks, "entriesOf"> },
): Promise<string> {
  return affiliateReportCsv(await affiliateBooks.entriesOf(uid, { limit: MAX_REPORTED_ENTRIES }));
}

/** The entries of one sale of a person. Throws `not_found` where there are none. */
export async function readRecommendedSale(
  { uid, orderId }: { uid: string; orderId: string },
  { affiliateBooks }: { affiliateBooks: Pick<AffiliateBooks, "entriesOf"> },
): Promise<[AffiliateEntry, ...AffiliateEntry[]]> {
  const limit = MAX_ENTRIES_OF_SALE;
  const [first, ...rest] = await affiliateBooks.entriesOf(uid, { orderId, limit });
  if (!first) throw new Problem("not_found");
  return [first, ...rest];
}

/** Leaves one product, or all without one. Nothing happens where there is nothing to leave. */
export async function leaveRecommendations(
  { uid, productId }: { uid: string; productId: string | null },
  { affiliates, clock }: { affiliates: Pick<Affiliates, "leave">; clock: Clock },
): Promise<void> {
  await affiliates.leave(uid, productId, clock.now());
}

/** A product that the person recommends now. Throws `not_found`. */
export async function ownRecommendation(
  { uid, productId }: { uid: string; productId: string },
  { affiliates }: { affiliates: Pick<Affiliates, "ofPerson"> },
): Promise<Affiliation> {
  const own = await affiliates.ofPerson(productId, uid);
  if (own?.state !== "active") throw new Problem("not_found");
  return own;
}

/** What a link of an affiliate leads to. */
export type FollowedLink = "counts" | "counts_not" | "unknown_product";

/** Whether a link counts as a recommendation: its product pays those who recommend it, and its affiliate is in force. */
export async function followReferral(
  { code, productId }: { code: string; productId: string },
  deps: { products: Pick<Products, "byId">; affiliates: Pick<Affiliates, "isInForce"> },
): Promise<FollowedLink> {
  const product = await deps.products.byId(productId);
  if (!product || product.status === "draft") return "unknown_product";
  if (product.affiliateBps === null || !AFFILIATE_CODE.test(code)) return "counts_not";
  return (await deps.affiliates.isInForce(productId, code)) ? "counts" : "counts_not";
}
