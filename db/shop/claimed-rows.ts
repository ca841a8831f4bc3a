import { sql } from "drizzle-orm";
import { type PersonRows, rowsOf } from "../accounts/person-rows";
import { dropOfProduct, type ProductRows } from "../products/product-rows";
import { freeFavourites } from "./favourites";

export const personRows: PersonRows = {
  reassign: ({ from, to, open }) => [
    sql`INSERT OR IGNORE INTO favourites (uid, product_id, added_at)
      SELECT ${to}, product_id, added_at FROM favourites WHERE uid = ${from} AND ${open}
        AND product_id NOT IN (SELECT product_id FROM favourites WHERE uid = ${to})
      ORDER BY added_at DESC, rowid DESC LIMIT ${freeFavourites(to)}`,
    rowsOf(from, open).drop("favourites"),
  ],
  remove: ({ uid, begun }) => [rowsOf(uid, begun).drop("favourites")],
};

export const productRows: ProductRows = {
  remove: (product) => [dropOfProduct("favourites", product)],
};
