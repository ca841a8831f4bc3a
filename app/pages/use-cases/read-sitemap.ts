import type { Sitemap } from "../../../db/shop/sitemap";
import { paths, query } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { sitePaths } from "../../lib/site-paths";
import { CATEGORIES } from "../../products/rules/categories";

/** Products in a part. Each costs a row read, and the protocol allows 50,000 URLs. */
export const PART_PRODUCTS = 10_000;

/** Of each kind: the protocol allows 50,000 sitemaps in an index. */
const MAX_PARTS = 20_000;

/** A page by its path, with its query. */
export interface SitemapEntry {
  path: string;
  /** Epoch ms; null where it is not known. */
  changedAt: number | null;
}

interface Deps {
  sitemap: Sitemap;
}

/** The paths of all parts of the sitemap. */
export async function readSitemapIndex({ sitemap }: Deps): Promise<SitemapEntry[]> {
  const numbers = await sitemap.ranges({ size: PART_PRODUCTS, limit: MAX_PARTS });
  return [
    sitePaths.sitemapPages,
    ...numbers.map((number) => sitePaths.sitemapProducts(`${number}.xml`)),
    ...numbers.map((number) => sitePaths.sitemapSellers(`${number}.xml`)),
  ].map(undated);
}

/** The pages that belong to no seller. */
export function listPages(): SitemapEntry[] {
  const { home, shop, creator, walletGuide, businessPlan, about, terms, contact, onRamp } = paths;
  const { legalNotice, privacy, accessibility, ranking, withdrawal } = paths;
  const texts = [
    ...[creator, walletGuide, businessPlan, about, terms, contact, onRamp],
    ...[legalNotice, privacy, accessibility, ranking, withdrawal],
  ];
  const categories = CATEGORIES.map(({ id }) => shop + query({ category: id }));
  return [home, shop, ...categories, ...texts].map(undated);
}

/**
 * The number of a part by the name of its file: `12.xml`. Throws `not_found`. A number has one name, so
 * that a part has one key in the cache.
 */
export function parsePart(name: string): number {
  const [, digits] = /^(0|[1-9]\d{0,8})\.xml$/.exec(name) ?? [];
  if (digits === undefined) throw new Problem("not_found");
  return Number(digits);
}

/** The active products of a part. Throws `not_found` where it has none. */
export async function readProductPart(
  { part }: { part: number },
  { sitemap }: Deps,
): Promise<SitemapEntry[]> {
  const products = await sitemap.products(rangeOf(part));
  if (products.length === 0) throw new Problem("not_found");
  return products.map(({ id, updatedAt }) => ({ path: paths.buy(id), changedAt: updatedAt }));
}

/**
 * The sellers of the active products of a part. One with products in several parts is in each: to
 * know the first would take a search for each seller. Throws `not_found` where there is none.
 */
export async function readSellerPart(
  { part }: { part: number },
  { sitemap }: Deps,
): Promise<SitemapEntry[]> {
  const uids = await sitemap.sellers(rangeOf(part));
  if (uids.length === 0) throw new Problem("not_found");
  return uids.map((uid) => undated(paths.sell(uid)));
}

function rangeOf(part: number) {
  return { first: part * PART_PRODUCTS, end: (part + 1) * PART_PRODUCTS };
}

function undated(path: string): SitemapEntry {
  return { path, changedAt: null };
}
