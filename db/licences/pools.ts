import { type SQL, sql } from "drizzle-orm";
import {
  MAX_COUNTED_KEYS,
  MAX_KEYS_OF_PERSON,
  MAX_POOL_KEYS,
} from "../../app/licences/rules/licence";
import { UNREAD_RECORDS } from "../../app/licences/rules/unread-records";
import { keyThing } from "../../app/orders/rules/terms";
import type { LicenceKind } from "../../app/products/rules/licence-kind";
import { type Db, readBatch, runBatch } from "../client";

/** SQL condition: the database was restored, and who has which key has not been read back. */
export const ARE_RECORDS_UNREAD: SQL = sql`EXISTS (SELECT 1 FROM sweep_progress WHERE name = ${UNREAD_RECORDS})`;

export interface LicenceSettings {
  productId: string;
  sealedKey: string;
  statementDays: number | null;
  maxInstances: number | null;
}

/** What a seller sees of the keys of a product. */
export interface LicenceCounts {
  /** Written keys that can still be sold. */
  free: number;
  /** Of orders that can still be paid. */
  held: number;
  given: number;
  revoked: number;
  /** Buyers who wait for a key. */
  waiting: number;
}

export interface GivenKey {
  number: number;
  sealed: string;
  orderId: string;
  givenAt: number;
  revokedAt: number | null;
  disabledAt: number | null;
  uses: number;
  instances: number;
  /** False for one that was given without an order. */
  isSold: boolean;
}

export interface OwnedProduct {
  id: string;
  ownerUid: string;
}

export type LicencePools = ReturnType<typeof licencePoolsIn>;

/** What sellers do with the licence keys of their products. What limits a write is a condition of the write. */
export function licencePoolsIn(db: Db) {
  return {
    async settings(productId: string): Promise<LicenceSettings | null> {
      const row = await db.get<LicenceSettings | undefined>(sql`
        SELECT product_id AS productId, sealed_key AS sealedKey, statement_days AS statementDays,
          max_instances AS maxInstances FROM licence_settings WHERE product_id = ${productId}`);
      return row ?? null;
    },

    /** Writes settings and the kind of keys. False where the product is not this seller's, or free with written keys. */
    async save(
      { id, ownerUid }: OwnedProduct,
      { sealedKey, statementDays, maxInstances }: Omit<LicenceSettings, "productId">,
      { kind, at }: { kind: LicenceKind; at: number },
    ): Promise<boolean> {
      const isOwn = sql`EXISTS (SELECT 1 FROM products WHERE id = ${id} AND owner_uid = ${ownerUid}
        AND status <> 'draft' AND bundle_size = 0 AND NOT (${kind} = 'pool' AND is_free))`;
      const until = sql`(SELECT iif(licence_kind IS 'generated' AND ${kind} <> 'generated', ${at}, NULL)
        FROM products WHERE id = ${id})`;
      const [written = 0] = await runBatch(db, [
        sql`INSERT INTO licence_settings (product_id, sealed_key, statement_days, max_instances, updated_at)
          SELECT ${id}, ${sealedKey}, ${statementDays}, ${maxInstances}, ${at} WHERE ${isOwn}
          ON CONFLICT (product_id) DO UPDATE SET statement_days = excluded.statement_days,
            max_instances = excluded.max_instances, updated_at = excluded.updated_at,
            generated_until = coalesce(${until}, generated_until)`,
        sql`INSERT INTO things (id, capacity) SELECT ${keyThing(id)}, 0
          WHERE ${kind} = 'pool' AND ${isOwn} ON CONFLICT (id) DO NOTHING`,
        countKeys(id),
        sql`UPDATE products SET licence_kind = ${kind}
          WHERE id = ${id} AND licence_kind IS NOT ${kind} AND ${isOwn}`,
      ]);
      return written > 0;
    },

    /** Which of these hashes the product has. */
    async known(productId: string, hashes: readonly string[]): Promise<Set<string>> {
      const rows = await db.all<{ hash: string }>(sql`SELECT hash FROM licence_keys
        WHERE product_id = ${productId}
          AND hash IN (SELECT value FROM json_each(${JSON.stringify(hashes)}))`);
      return new Set(rows.map(({ hash }) => hash));
    },

    /**
     * Adds written keys, all or none, and reserves those that buyers wait for, the oldest first. `full`: beyond what a
     * product or a person may have; `unread`: after a restore, while it is not known who has which.
     */
    async add(
      { id, ownerUid }: OwnedProduct,
      keys: readonly { hash: string; sealed: string }[],
      at: number,
    ): Promise<"added" | "full" | "unread" | "known"> {
      const mayAdd = sql`EXISTS (SELECT 1 FROM products WHERE id = ${id} AND owner_uid = ${ownerUid})
        AND EXISTS (SELECT 1 FROM licence_settings WHERE product_id = ${id})
        AND NOT ${ARE_RECORDS_UNREAD} AND ${roomFor({ id, ownerUid }, keys.length)}`;
      // The first row tells the other statements of the batch that there was room.
      const [first, ...rest] = chunksOf(keys, ROWS_OF_STATEMENT);
      if (!first) return "added";
      const firstHash = first[0]?.hash ?? "";
      const isBegun = sql`EXISTS (SELECT 1 FROM licence_keys
        WHERE product_id = ${id} AND hash = ${firstHash} AND created_at = ${at})`;
      try {
        const [written = 0] = await runBatch(db, [
          insertKeys(id, first, at, mayAdd),
          ...rest.map((chunk) => insertKeys(id, chunk, at, isBegun)),
          reserveForWaiting(id),
          countKeys(id),
        ]);
        if (written > 0) return "added";
      } catch (error) {
        // Another window has added one of them meanwhile.
        if (isDuplicate(error)) return "known";
        throw error;
      }
      const row = await db.get<{ unread: number }>(sql`SELECT ${ARE_RECORDS_UNREAD} AS unread`);
      return row.unread ? "unread" : "full";
    },

    /** Removes written keys that nobody has bought or is buying. Returns how many. */
    async removeUnsold({ id, ownerUid }: OwnedProduct): Promise<number> {
      const [removed = 0] = await runBatch(db, [
        sql`DELETE FROM licence_keys WHERE product_id = ${id} AND number IN (
          SELECT k.number FROM licence_keys k WHERE k.product_id = ${id} AND k.order_id IS NULL
            AND EXISTS (SELECT 1 FROM products WHERE id = ${id} AND owner_uid = ${ownerUid})
          ORDER BY k.number DESC
          LIMIT coalesce((SELECT max(0, capacity - sold - held) FROM things
            WHERE id = ${keyThing(id)}), 0))`,
        countKeys(id),
      ]);
      return removed;
    },

    /** Disables a key that was given, or enables it again. False where there is no such key. */
    async setDisabled(
      { id, ownerUid }: OwnedProduct,
      number: number,
      disabledAt: number | null,
    ): Promise<boolean> {
      const [changed = 0] = await runBatch(db, [
        sql`UPDATE licence_keys SET disabled_at = ${disabledAt} WHERE product_id = ${id}
          AND number = ${number} AND given_at IS NOT NULL
          AND EXISTS (SELECT 1 FROM products WHERE id = ${id} AND owner_uid = ${ownerUid})`,
      ]);
      return changed > 0;
    },

    /** What the seller's page shows: counts, and given keys, the newest first. By one batch. */
    async page(
      productId: string,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ counts: LicenceCounts; keys: GivenKey[] }> {
      const [counts, keys] = await readBatch(db, [
        countsQuery(productId),
        sql`SELECT k.number, k.sealed, k.order_id AS orderId, k.given_at AS givenAt,
            k.revoked_at AS revokedAt, k.disabled_at AS disabledAt, k.uses,
            (SELECT count(*) FROM licence_instances i
              WHERE i.product_id = k.product_id AND i.number = k.number) AS instances,
            EXISTS (SELECT 1 FROM orders o WHERE o.id = k.order_id) AS isSold
          FROM licence_keys k WHERE k.product_id = ${productId} AND k.given_at IS NOT NULL
          ORDER BY k.given_at DESC, k.number DESC LIMIT ${limit} OFFSET ${offset}`,
      ]);
      return {
        counts: (counts as LicenceCounts[])[0] ?? NO_KEYS,
        keys: (keys as (Omit<GivenKey, "isSold"> & { isSold: number })[]).map((key) => ({
          ...key,
          isSold: key.isSold === 1,
        })),
      };
    },
  };
}

const NO_KEYS: LicenceCounts = { free: 0, held: 0, given: 0, revoked: 0, waiting: 0 };

/** Rows of 400 bytes: a parameter of D1 has at most 2 MB. */
const ROWS_OF_STATEMENT = 1_000;

function chunksOf<T>(all: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let at = 0; at < all.length; at += size) chunks.push(all.slice(at, at + size));
  return chunks;
}

function insertKeys(
  id: string,
  keys: readonly { hash: string; sealed: string }[],
  at: number,
  condition: SQL,
): SQL {
  return sql`INSERT INTO licence_keys (product_id, number, hash, sealed, created_at)
    SELECT ${id}, (SELECT coalesce(max(number), 0) FROM licence_keys WHERE product_id = ${id})
        + 1 + CAST(j.key AS INTEGER),
      j.value ->> 'hash', j.value ->> 'sealed', ${at}
    FROM json_each(${JSON.stringify(keys)}) j WHERE ${condition}`;
}

/** SQL condition: product and person may have so many written keys more. */
function roomFor({ id, ownerUid }: OwnedProduct, more: number): SQL {
  return sql`(SELECT count(*) FROM licence_keys WHERE product_id = ${id} AND is_generated = 0)
      + ${more} <= ${MAX_POOL_KEYS}
    AND (SELECT count(*) FROM products p JOIN licence_keys k
      ON k.product_id = p.id AND k.order_id IS NULL
      WHERE p.owner_uid = ${ownerUid} AND p.licence_kind IS NOT NULL) + ${more} <= ${MAX_KEYS_OF_PERSON}`;
}

/**
 * The number of keys that are or can be sold: without those that were given to an order which takes none any more, or
 * which the database does not know. The trigger `licence_keys_freed` counts in the same way.
 */
export function countKeys(productId: string): SQL {
  return sql`UPDATE things SET capacity = max(held + sold,
      (SELECT count(*) FROM licence_keys k WHERE k.product_id = ${productId} AND k.is_generated = 0)
      - (SELECT count(*) FROM licence_keys k LEFT JOIN orders o ON o.id = k.order_id
        WHERE k.product_id = ${productId} AND k.is_generated = 0 AND k.order_id IS NOT NULL
          AND CASE WHEN o.id IS NULL THEN NOT EXISTS (SELECT 1 FROM grants g WHERE g.id = k.order_id)
            ELSE k.given_at IS NOT NULL AND o.hold <> 'held' AND o.hold <> 'sold' END))
    WHERE id = ${keyThing(productId)}`;
}

/** Orders that have bought a key and have none, where there are more of them than free keys: the oldest get them. */
function reserveForWaiting(productId: string): SQL {
  return sql`WITH waiting AS (
      SELECT h.order_id, row_number() OVER (ORDER BY o.settled_at, o.id) AS nth
      FROM holds h JOIN orders o ON o.id = h.order_id
      WHERE h.thing = ${keyThing(productId)} AND h.state = 'sold' AND NOT EXISTS (
        SELECT 1 FROM licence_keys k WHERE k.order_id = h.order_id AND k.product_id = ${productId})),
    free AS (
      SELECT number, row_number() OVER (ORDER BY number) AS nth FROM licence_keys
      WHERE product_id = ${productId} AND order_id IS NULL)
    UPDATE licence_keys SET order_id = (SELECT w.order_id FROM free f JOIN waiting w ON w.nth = f.nth
      WHERE f.number = licence_keys.number)
    WHERE product_id = ${productId} AND order_id IS NULL
      AND (SELECT count(*) FROM waiting) > (SELECT count(*) FROM free)`;
}

function countsQuery(productId: string): SQL {
  const key = (where: string) =>
    sql`(SELECT count(*) FROM (SELECT 1 FROM licence_keys WHERE product_id = ${productId}
      AND ${sql.raw(where)} LIMIT ${MAX_COUNTED_KEYS}))`;
  return sql`SELECT coalesce(t.capacity - t.sold - t.held, 0) AS free, coalesce(t.held, 0) AS held,
      ${key("given_at IS NOT NULL")} AS given, ${key("revoked_at IS NOT NULL")} AS revoked,
      max(0, coalesce(t.sold, 0) - ${key("is_generated = 0 AND order_id IS NOT NULL AND revoked_at IS NULL")}
        - ${key("order_id IS NULL")}) AS waiting
    FROM (SELECT 1) LEFT JOIN things t ON t.id = ${keyThing(productId)}`;
}

function isDuplicate(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message.includes("UNIQUE constraint failed") || isDuplicate(error.cause);
}
