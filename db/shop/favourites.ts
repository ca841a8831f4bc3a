import { type SQL, sql } from "drizzle-orm";
import { MAX_FAVOURITES } from "../../app/shop/rules/favourites";
import { isClosed } from "../accounts/users";
import { type Db, runBatchAndRead } from "../client";

export type Favourites = ReturnType<typeof favouritesIn>;

/** Favourites of accounts. Each write is one batch, which returns the list after it. */
export function favouritesIn(db: Db) {
  return {
    /** Ids of the products on sale, the last added first. */
    async ofAccount(uid: string): Promise<string[]> {
      return idsOf(await db.all<{ id: string }>(list(uid)));
    },

    /** Adds a product on sale while there are fewer than `MAX_FAVOURITES`. Idempotent. */
    async add({ uid, productId }: Favourite, at: number): Promise<string[]> {
      const insert = sql`INSERT OR IGNORE INTO favourites (uid, product_id, added_at)
        SELECT ${uid}, id, ${at} FROM products WHERE id = ${productId} AND status = 'active'
          AND ${freeFavourites(uid)} > 0 AND NOT ${isClosed(uid)}`;
      return write([dropHidden(uid), insert, list(uid)]);
    },

    async remove({ uid, productId }: Favourite): Promise<string[]> {
      const remove = sql`DELETE FROM favourites WHERE uid = ${uid} AND product_id = ${productId}`;
      return write([remove, list(uid)]);
    },

    async clear(uid: string): Promise<string[]> {
      return write([sql`DELETE FROM favourites WHERE uid = ${uid}`, list(uid)]);
    },

    /** Adds the products on sale of a list, its first ones first, up to `MAX_FAVOURITES`. */
    async merge(uid: string, productIds: readonly string[], at: number): Promise<string[]> {
      const insert = sql`INSERT OR IGNORE INTO favourites (uid, product_id, added_at)
        SELECT ${uid}, p.id, ${at} - j.key
        FROM json_each(${JSON.stringify(productIds)}) j CROSS JOIN products p ON p.id = j.value
        WHERE p.status = 'active' AND NOT ${isClosed(uid)}
          AND p.id NOT IN (SELECT product_id FROM favourites WHERE uid = ${uid})
        ORDER BY j.key LIMIT ${freeFavourites(uid)}`;
      return write([dropHidden(uid), insert, list(uid)]);
    },
  };

  async function write(statements: readonly SQL[]): Promise<string[]> {
    return idsOf(await runBatchAndRead<{ id: string }>(db, statements));
  }
}

interface Favourite {
  uid: string;
  productId: string;
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

function list(uid: string): SQL {
  return sql`SELECT p.id FROM favourites f CROSS JOIN products p ON p.id = f.product_id
    WHERE f.uid = ${uid} AND p.status = 'active'
    ORDER BY f.added_at DESC, f.rowid DESC LIMIT ${MAX_FAVOURITES}`;
}

/**
 * Removes favourites whose product is gone. In a full list also those that are off sale, since the
 * account does not see them and could not add others.
 */
function dropHidden(uid: string): SQL {
  return sql`DELETE FROM favourites WHERE uid = ${uid} AND NOT EXISTS (
    SELECT 1 FROM products p WHERE p.id = favourites.product_id
      AND (p.status = 'active' OR (p.status = 'disabled' AND ${freeFavourites(uid)} > 0)))`;
}

/** Scalar: the favourites of an account that are on sale, as its list shows them. */
export function favouriteCount(uid: string): SQL {
  return sql`(SELECT count(*) FROM favourites f CROSS JOIN products p ON p.id = f.product_id
    WHERE f.uid = ${uid} AND p.status = 'active')`;
}

/** Scalar: how many favourites the account can add. */
export function freeFavourites(uid: string): SQL {
  return sql`max(0, ${MAX_FAVOURITES} - (SELECT count(*) FROM favourites WHERE uid = ${uid}))`;
}
