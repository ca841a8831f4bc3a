import { type SQL, sql } from "drizzle-orm";
import { type Merge, type PersonRows, rowsOf } from "../accounts/person-rows";
import { dropOfProduct, type ProductRows } from "../products/product-rows";

/** Columns with the id of a person, besides that of who shares. */
const PEOPLE: readonly (readonly [table: string, column: string])[] = [
  ["author_wallets", "uid"],
  ["author_changes", "uid"],
  ["author_changes", "by_uid"],
];

export const personRows: PersonRows = {
  reassign: (merge) => {
    const { from, to, open } = merge;
    const { giveTo } = rowsOf(from, open);
    return [
      ...joinShares(merge),
      giveTo(to, "authors", "uid"),
      ...PEOPLE.map(([table, column]) => giveTo(to, table, column)),
      giveTo(to, "author_invitations", "owner_uid"),
      ...endOwn(merge),
    ];
  },

  /** A share ends with its account. What was received stays, without a name. */
  remove: ({ uid, pseudonym, at, begun }) => {
    const { giveTo } = rowsOf(uid, begun);
    return [
      sql`INSERT INTO author_changes (product_id, uid, by_uid, kind, from_bps, to_bps, at)
        SELECT product_id, uid, uid, 'left', bps, 0, ${at} FROM authors
        WHERE uid = ${uid} AND ended_at IS NULL AND ${begun}`,
      sql`UPDATE authors SET ended_at = ${at} WHERE uid = ${uid} AND ended_at IS NULL AND ${begun}`,
      giveTo(pseudonym, "authors", "uid"),
      ...PEOPLE.map(([table, column]) => giveTo(pseudonym, table, column)),
      sql`DELETE FROM author_invitations WHERE owner_uid = ${uid} AND ${begun}`,
    ];
  },
};

export const productRows: ProductRows = {
  remove: (product) =>
    ["authors", "author_wallets", "author_invitations", "author_changes"].map((table) =>
      dropOfProduct(table, product),
    ),
};

/** A person has one share of a product: where both have one it is their sum, so that nobody's part changes. */
function joinShares({ from, to, open }: Merge): SQL[] {
  const sharing = (uid: string) =>
    sql`SELECT product_id FROM authors WHERE uid = ${uid} AND ended_at IS NULL`;
  const ofFrom = sql`(SELECT f.bps FROM authors f
    WHERE f.uid = ${from} AND f.product_id = authors.product_id AND f.ended_at IS NULL)`;
  return [
    sql`UPDATE authors SET bps = bps + ${ofFrom}
      WHERE uid = ${to} AND ended_at IS NULL AND product_id IN (${sharing(from)}) AND ${open}`,
    sql`DELETE FROM authors WHERE uid = ${to} AND ended_at IS NOT NULL
      AND product_id IN (${sharing(from)}) AND ${open}`,
    sql`DELETE FROM authors WHERE uid = ${from}
      AND product_id IN (SELECT product_id FROM authors WHERE uid = ${to}) AND ${open}`,
  ];
}

/** Nobody shares in the own product: the part is the seller's. */
function endOwn({ to, at, open }: Merge): SQL[] {
  const own = sql`uid = ${to} AND ended_at IS NULL
    AND product_id IN (SELECT id FROM products WHERE owner_uid = ${to}) AND ${open}`;
  return [
    sql`INSERT INTO author_changes (product_id, uid, by_uid, kind, from_bps, to_bps, at)
      SELECT product_id, uid, uid, 'left', bps, 0, ${at} FROM authors WHERE ${own}`,
    sql`UPDATE authors SET ended_at = ${at} WHERE ${own}`,
  ];
}
