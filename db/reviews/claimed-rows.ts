import { sql } from "drizzle-orm";
import { type PersonRows, rowsOf } from "../accounts/person-rows";
import { dropOfProduct, type ProductRows } from "../products/product-rows";

export const personRows: PersonRows = {
  /** Nobody reviews a product of their own. */
  reassign: ({ from, to, open }) => [
    sql`DELETE FROM reviews WHERE uid IN (${from}, ${to}) AND owner_uid IN (${from}, ${to}) AND ${open}`,
    rowsOf(from, open).giveTo(to, "reviews", "uid"),
    rowsOf(from, open).giveTo(to, "reviews", "owner_uid"),
  ],
  /** The words go with the account, on both sides. The stars stay: they say what a payment bought. */
  remove: ({ uid, pseudonym, begun }) => [
    sql`UPDATE reviews SET text = '', name = '', tag = NULL, answer = '', answered_at = NULL
      WHERE uid = ${uid} AND ${begun}`,
    sql`UPDATE reviews SET answer = '', answered_at = NULL WHERE owner_uid = ${uid} AND ${begun}`,
    rowsOf(uid, begun).giveTo(pseudonym, "reviews", "uid"),
    rowsOf(uid, begun).giveTo(pseudonym, "reviews", "owner_uid"),
  ],
};

export const productRows: ProductRows = {
  remove: (product) => [dropOfProduct("reviews", product)],
};

export const KEPT = {
  order: { "reviews.order_id": "an order with a review was paid, and is not removed" },
};
