import { type SQL, sql } from "drizzle-orm";
import { MAX_FAVOURITES } from "../../app/shop/rules/favourites";

/** Scalar: the favourites of an account that are on sale, as its list shows them. */
export function favouriteCount(uid: string): SQL {
  return sql`(SELECT count(*) FROM favourites f CROSS JOIN products p ON p.id = f.product_id
    WHERE f.uid = ${uid} AND p.status = 'active')`;
}

/** Scalar: how many favourites the account can add. */
export function freeFavourites(uid: string): SQL {
  return sql`max(0, ${MAX_FAVOURITES} - (SELECT count(*) FROM favourites WHERE uid = ${uid}))`;
}
