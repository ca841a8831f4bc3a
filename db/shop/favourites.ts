import { type SQL, sql } from "drizzle-orm";
import type { CardFacts } from "../../app/products/rules/product-card";
import { MAX_FAVOURITES } from "../../app/shop/rules/favourites";
import type { FilterFacts } from "../../app/shop/rules/filter";
import { isClosed } from "../accounts/users";
import { type Db, runBatchAndRead } from "../client";
import { freeFavourites } from "./favourite-count";

/** A product with what its card, the filters and the sorts need. */
export interface FavouriteFacts extends CardFacts, FilterFacts {
  /** One of the best-selling products of the whole shop. */
  isTop: boolean;
}

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

    /** The products on sale of a list of ids, in no order. Without text the description is empty. */
    async products(
      ids: readonly string[],
      { top, withText }: { top: number; withText: boolean },
    ): Promise<FavouriteFacts[]> {
      const rows = await db.all<FavouriteRow>(
        sql`SELECT p.seq, p.id, p.title, p.category_id AS categoryId,
          p.subcategory_id AS subcategoryId, p.type, p.price_lamports AS priceLamports,
          p.cover_key AS coverKey, p.sale_type AS saleType, p.sale_limit AS saleLimit,
          p.sold, p.held, p.created_at AS createdAt,
          ${withText ? sql`p.description` : sql`''`} AS description,
          p.id IN (SELECT id FROM products WHERE status = 'active' AND sold > 0
            ORDER BY sold DESC, seq DESC LIMIT ${top}) AS isTop
        FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN products p ON p.id = j.value
        WHERE p.status = 'active'`,
      );
      return rows.map((row) => ({
        ...row,
        priceLamports: BigInt(row.priceLamports),
        isTop: row.isTop === 1,
      }));
    },
  };

  async function write(statements: readonly SQL[]): Promise<string[]> {
    return idsOf(await runBatchAndRead<{ id: string }>(db, statements));
  }
}

type FavouriteRow = Omit<FavouriteFacts, "priceLamports" | "isTop"> & {
  priceLamports: number;
  isTop: number;
};

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
