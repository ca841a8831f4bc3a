import { type SQL, sql } from "drizzle-orm";
import { type PersonRows, rowsOf } from "../accounts/person-rows";
import { dropOfProduct, type ProductRows } from "../products/product-rows";

export const personRows: PersonRows = {
  /** Of a name that both accounts use, the other account's code goes on. */
  reassign: ({ from, to, at, open }) => [
    disable(
      sql`owner_uid = ${from} AND name_key IN (SELECT name_key FROM codes
        WHERE owner_uid = ${to} AND disabled_at IS NULL) AND ${open}`,
      at,
    ),
    rowsOf(from, open).giveTo(to, "codes", "owner_uid"),
  ],

  /** A code that an order or a grant names stays, disabled and without products; the others go. */
  remove({ uid, pseudonym, at, begun }) {
    const own = sql`owner_uid = ${uid} AND ${begun}`;
    const isNamed = sql`EXISTS (SELECT 1 FROM orders WHERE code_id = codes.id)
      OR EXISTS (SELECT 1 FROM grants WHERE code_id = codes.id)`;
    return [
      disable(own, at),
      sql`DELETE FROM code_products WHERE code_id IN (SELECT id FROM codes WHERE ${own})`,
      sql`DELETE FROM codes WHERE ${own} AND NOT (${isNamed})`,
      rowsOf(uid, begun).giveTo(pseudonym, "codes", "owner_uid"),
    ];
  },
};

export const productRows: ProductRows = {
  remove: (product) => [dropOfProduct("code_products", product)],
};

/** The pages of products apply them no more: products take them off. */
function disable(which: SQL, at: number): SQL {
  return sql`UPDATE codes SET disabled_at = ${at}, updated_at = max(updated_at + 1, ${at})
    WHERE disabled_at IS NULL AND ${which}`;
}
