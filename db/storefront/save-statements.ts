import { type SQL, sql } from "drizzle-orm";
import type { Socials } from "../../app/storefront/rules/social-links";

/** A seller's public page as saved. Keys of its images are empty if absent. */
export interface SavedPage extends Socials {
  bannerKey: string;
  logoKey: string;
  description: string;
  /** Epoch ms; the version of the page. */
  updatedAt: number;
}

/**
 * Saves a page where its version is `replaces`, its products are the user's and the account is open.
 * The first statement adds the row of a new page at version 0, so that the others find the version
 * that they replace; the last one sets the new version.
 */
export function saveStatements(
  uid: string,
  page: SavedPage & { productIds: readonly string[] },
  replaces: number,
): SQL[] {
  const ids = idsIn(page.productIds);
  const isAllowed = sql`EXISTS (SELECT 1 FROM users WHERE uid = ${uid} AND deleted_at IS NULL)
    AND NOT EXISTS (SELECT 1 FROM (${ids}) WHERE value NOT IN
      (SELECT id FROM products WHERE ${isOwn(uid)}))`;
  const isCurrent = sql`EXISTS (SELECT 1 FROM sell_pages
    WHERE uid = ${uid} AND updated_at = ${replaces}) AND ${isAllowed}`;
  const { bannerKey, logoKey, description, website, twitter, instagram, updatedAt } = page;
  return [
    sql`INSERT OR IGNORE INTO sell_pages (uid, updated_at)
      SELECT ${uid}, 0 WHERE ${replaces} = 0 AND ${isAllowed}`,
    sql`DELETE FROM sell_page_products WHERE uid = ${uid} AND ${isCurrent}`,
    sql`INSERT INTO sell_page_products (uid, product_id, position)
      SELECT ${uid}, value, key FROM json_each(${JSON.stringify(page.productIds)})
      WHERE ${isCurrent}`,
    sql`UPDATE sell_pages SET banner_key = ${bannerKey}, logo_key = ${logoKey},
      description = ${description}, website = ${website}, twitter = ${twitter},
      instagram = ${instagram}, updated_at = ${updatedAt}
      WHERE uid = ${uid} AND ${isCurrent}`,
  ];
}

export const idsIn = (ids: readonly string[]) =>
  sql`SELECT value FROM json_each(${JSON.stringify(ids)})`;

/** Condition on products: published by this user. */
export const isOwn = (uid: string) => sql`owner_uid = ${uid} AND status <> 'draft'`;
