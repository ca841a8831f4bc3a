import { sql } from "drizzle-orm";
import { type PersonRows, rowsOf } from "../accounts/person-rows";
import { dropOfProduct, type ProductRows } from "../products/product-rows";

export const personRows: PersonRows = {
  /** Of two rows for one product the older stays, and a refusal of either holds. Nobody is one of their own product. */
  reassign: ({ from, to, open }) => [
    sql`UPDATE affiliates SET state = 'refused' WHERE uid IN (${from}, ${to}) AND ${open}
      AND product_id IN (SELECT product_id FROM affiliates WHERE uid IN (${from}, ${to})
        GROUP BY product_id HAVING count(*) > 1 AND max(state = 'refused'))`,
    sql`DELETE FROM affiliates WHERE uid IN (${from}, ${to}) AND ${open}
      AND id NOT IN (SELECT id FROM (SELECT id, row_number() OVER
        (PARTITION BY product_id ORDER BY created_at, id) AS nth
        FROM affiliates WHERE uid IN (${from}, ${to})) WHERE nth = 1)`,
    rowsOf(from, open).giveTo(to, "affiliates", "uid"),
    sql`DELETE FROM affiliates WHERE uid = ${to} AND ${open} AND product_id IN
      (SELECT id FROM products WHERE owner_uid IN (${from}, ${to}))`,
    sql`INSERT OR IGNORE INTO affiliate_wallets (uid, wallet)
      SELECT ${to}, wallet FROM affiliate_wallets WHERE uid = ${from} AND ${open}`,
    sql`INSERT OR IGNORE INTO affiliate_wallets (uid, wallet) SELECT ${to}, wallet FROM users
      WHERE uid IN (${from}, ${to}) AND wallet IS NOT NULL AND ${open}
        AND EXISTS (SELECT 1 FROM affiliates WHERE uid = ${to})`,
    rowsOf(from, open).drop("affiliate_wallets"),
  ],
  /** The seller keeps that there was one. What it got stands in the seller's ledger. */
  remove: ({ uid, pseudonym, at, begun }) => [
    sql`UPDATE affiliates SET state = iif(state = 'refused', 'refused', 'ended'), note = '', updated_at = ${at}
      WHERE uid = ${uid} AND ${begun}`,
    rowsOf(uid, begun).giveTo(pseudonym, "affiliates", "uid"),
    rowsOf(uid, begun).drop("affiliate_wallets"),
  ],
};

export const productRows: ProductRows = {
  remove: (product) => [
    dropOfProduct("affiliates", product),
    dropOfProduct("affiliate_invitations", product),
  ],
};
