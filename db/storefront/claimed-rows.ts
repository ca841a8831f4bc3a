import { type SQL, sql } from "drizzle-orm";
import { type PersonRows, rowsOf } from "../accounts/person-rows";
import type { ProductRows } from "../products/product-rows";

export const personRows: PersonRows = {
  /** Moves the page where the other account has none, and appends its products to the other page. */
  reassign: ({ from, to, open }) => [
    sql`INSERT OR IGNORE INTO sell_pages
      (uid, banner_key, logo_key, description, website, twitter, instagram, updated_at)
      SELECT ${to}, banner_key, logo_key, description, website, twitter, instagram, updated_at
      FROM sell_pages WHERE uid = ${from} AND ${open}`,
    sql`INSERT OR IGNORE INTO sell_page_products (uid, product_id, position)
      SELECT ${to}, product_id, position + (SELECT coalesce(max(position) + 1, 0)
        FROM sell_page_products WHERE uid = ${to})
      FROM sell_page_products WHERE uid = ${from} AND ${open}`,
    ...dropPage(from, open),
  ],
  remove: ({ uid, begun }) => dropPage(uid, begun),
};

export const productRows: ProductRows = {
  remove: ({ id, ownerUid, isGone }) => [
    sql`DELETE FROM sell_page_products WHERE uid = ${ownerUid} AND product_id = ${id} AND ${isGone}`,
  ],
};

function dropPage(uid: string, condition: SQL): SQL[] {
  const { drop } = rowsOf(uid, condition);
  return [drop("sell_page_products"), drop("sell_pages")];
}
