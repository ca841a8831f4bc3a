import { type SQL, sql } from "drizzle-orm";
import type { LicenceRecord } from "../../app/licences/ports";
import { type Db, runBatch } from "../client";
import { existsRight, IS_LIVE } from "../orders/rights";
import { ARE_RECORDS_UNREAD, countKeys } from "./pools";

/** A right to a product: its order or grant. */
export interface LicencedRight {
  orderId: string;
  productId: string;
}

/** What stands of the key of a right. */
export interface RightsKey extends LicencedRight {
  sealedKey: string;
  /** Null where none is reserved. */
  key: {
    number: number;
    hash: string;
    sealed: string;
    isGiven: boolean;
    isStanding: boolean;
  } | null;
  /** What it is to get. */
  gets: "pool" | "generated" | null;
  /** Its buyer has not declared a waiver of withdrawal. */
  lacksWaiver: boolean;
  /** The right stands. */
  isLive: boolean;
}

export type GivenKeys = ReturnType<typeof givenKeysIn>;

interface Row extends LicencedRight {
  sealedKey: string;
  number: number | null;
  hash: string;
  sealed: string;
  isGiven: number;
  isStanding: number;
  isPool: number;
  isGenerated: number;
  lacksWaiver: number;
  isLive: number;
}

/** Licence keys of those who have bought them. */
export function givenKeysIn(db: Db) {
  return {
    /** One row for each right whose product gives or gave keys. */
    async ofRights(rights: readonly LicencedRight[]): Promise<RightsKey[]> {
      const rows = await db.all<Row>(sql`
        SELECT a.orderId, a.productId, s.sealed_key AS sealedKey, k.number, k.hash, k.sealed,
          k.given_at IS NOT NULL AS isGiven, k.disabled_at IS NULL AND k.revoked_at IS NULL AS isStanding,
          ${getsPool(sql`a.orderId`, sql`a.productId`)} AS isPool,
          ${getsGenerated(sql`a.orderId`, sql`a.productId`)} AS isGenerated,
          EXISTS (SELECT 1 FROM orders o WHERE o.id = a.orderId AND o.waiver_version IS NULL) AS lacksWaiver,
          ${existsRight(sql`r.order_id = a.orderId AND r.product_id = a.productId AND ${IS_LIVE}`)} AS isLive
        FROM (SELECT j.value ->> 'orderId' AS orderId, j.value ->> 'productId' AS productId
          FROM json_each(${JSON.stringify(rights)}) j) a
        JOIN licence_settings s ON s.product_id = a.productId
        LEFT JOIN licence_keys k ON k.order_id = a.orderId AND k.product_id = a.productId`);
      return rows.map(({ orderId, productId, sealedKey, isPool, isGenerated, ...row }) => ({
        lacksWaiver: row.lacksWaiver === 1,
        isLive: row.isLive === 1,
        orderId,
        productId,
        sealedKey,
        key:
          row.number === null
            ? null
            : {
                number: row.number,
                hash: row.hash,
                sealed: row.sealed,
                isGiven: row.isGiven === 1,
                isStanding: row.isStanding === 1,
              },
        gets: isPool ? "pool" : isGenerated ? "generated" : null,
      }));
    },

    /** Reserves the lowest free key for a live right that has bought one. Nothing while records are unread. */
    async reserve({ orderId, productId }: LicencedRight): Promise<void> {
      await runBatch(db, [
        sql`UPDATE licence_keys SET order_id = ${orderId} WHERE product_id = ${productId}
          AND number = (SELECT min(number) FROM licence_keys
            WHERE product_id = ${productId} AND order_id IS NULL)
          AND order_id IS NULL AND NOT ${ARE_RECORDS_UNREAD} AND ${isLive({ orderId, productId })}
          AND ${getsPool(sql`${orderId}`, sql`${productId}`)}
          AND NOT EXISTS (SELECT 1 FROM licence_keys m
            WHERE m.order_id = ${orderId} AND m.product_id = ${productId})`,
      ]);
    },

    /** The reserved key was recorded as theirs: from now on they may see it. False where the right has ended. */
    async markGiven({
      orderId,
      productId,
      number,
      at,
    }: LicencedRight & { number: number; at: number }) {
      const [given = 0] = await runBatch(db, [
        sql`UPDATE licence_keys SET given_at = ${at} WHERE product_id = ${productId}
          AND number = ${number} AND order_id = ${orderId} AND given_at IS NULL
          AND NOT ${ARE_RECORDS_UNREAD} AND ${isLive({ orderId, productId })}`,
      ]);
      return given > 0;
    },

    /**
     * Writes what a record says, where the database does not have it: of a written key, that its order has it and
     * nobody else; of a generated one, the key. Another key that has its number by now gets a number of its own.
     */
    async adopt(record: LicenceRecord): Promise<void> {
      await runBatch(db, adoption(record));
    },

    /** Stores a generated key that was recorded for a live right. */
    async storeGenerated(record: LicenceRecord): Promise<void> {
      const { orderId, productId } = record;
      const isDue = sql`${isLive({ orderId, productId })} AND NOT ${ARE_RECORDS_UNREAD}`;
      await runBatch(db, [insertGenerated(record, isDue)]);
    },

    async areRecordsUnread(): Promise<boolean> {
      const row = await db.get<{ unread: number }>(sql`SELECT ${ARE_RECORDS_UNREAD} AS unread`);
      return row.unread === 1;
    },

    /** True where the product has no settings: they were lost with the rows that a record names. */
    async lacksSettings(productId: string): Promise<boolean> {
      const row = await db.get<{ lacks: number }>(sql`SELECT NOT EXISTS (
        SELECT 1 FROM licence_settings WHERE product_id = ${productId}) AS lacks`);
      return row.lacks === 1;
    },

    /** Settings of a product that were lost, as new ones are; the seller says again which keys it gives. */
    async restoreSettings(
      productId: string,
      { sealedKey, statementDays, at }: { sealedKey: string; statementDays: number; at: number },
    ): Promise<void> {
      await runBatch(db, [
        sql`INSERT INTO licence_settings (product_id, sealed_key, statement_days, updated_at)
          SELECT ${productId}, ${sealedKey}, ${statementDays}, ${at}
          WHERE EXISTS (SELECT 1 FROM products WHERE id = ${productId})
          ON CONFLICT (product_id) DO NOTHING`,
        sql`UPDATE products SET licence_kind = 'ended' WHERE id = ${productId} AND licence_kind IS NULL`,
      ]);
    },

    /** Ends the state after a restore, where the reading has come to `cursor`. */
    async endUnread(name: string, cursor: string): Promise<void> {
      await runBatch(db, [
        sql`DELETE FROM sweep_progress WHERE name = ${name} AND cursor = ${cursor}`,
      ]);
    },
  };
}

function isLive({ orderId, productId }: LicencedRight): SQL {
  return existsRight(sql`r.order_id = ${orderId} AND r.product_id = ${productId} AND ${IS_LIVE}`);
}

/** SQL condition: the order, or the grant, has bought a written key. */
function getsPool(orderId: SQL, productId: SQL): SQL {
  return sql`(EXISTS (SELECT 1 FROM holds h WHERE h.thing = 'key:' || ${productId}
      AND h.state = 'sold' AND h.order_id = ${orderId})
    OR EXISTS (SELECT 1 FROM grants g, json_each(g.takes) t
      WHERE g.id = ${orderId} AND t.value = 'key:' || ${productId}))`;
}

/** SQL condition: the product makes keys for its buyers, or did when this one bought it. */
function getsGenerated(orderId: SQL, productId: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM licence_settings n JOIN products p ON p.id = n.product_id
    WHERE n.product_id = ${productId} AND (p.licence_kind = 'generated'
      OR (SELECT r.created_at FROM rights r WHERE r.order_id = ${orderId}
        AND r.product_id = ${productId}) < n.generated_until))`;
}

function nextNumber(productId: string): SQL {
  return sql`(SELECT coalesce(max(number), 0) + 1 FROM licence_keys WHERE product_id = ${productId})`;
}

function insertGenerated(
  { productId, orderId, hash, sealed, at }: LicenceRecord,
  condition: SQL,
): SQL {
  return sql`INSERT INTO licence_keys
      (product_id, number, hash, sealed, is_generated, order_id, given_at, revoked_at, created_at)
    SELECT ${productId}, ${nextNumber(productId)}, ${hash}, ${sealed}, 1, ${orderId}, ${at},
      ${revokedAt(orderId, productId)}, ${at} WHERE ${condition}
    ON CONFLICT DO NOTHING`;
}

/** SQL expression: when the right of an order ended; null while it stands, or is not known. */
function revokedAt(orderId: string, productId: string): SQL {
  return sql`(SELECT r.revoked_at FROM rights r
    WHERE r.order_id = ${orderId} AND r.product_id = ${productId})`;
}

function adoption(record: LicenceRecord): SQL[] {
  const { productId, number, orderId, hash, sealed, at } = record;
  const isProduct = sql`EXISTS (SELECT 1 FROM licence_settings WHERE product_id = ${productId})`;
  if (number === null) return [insertGenerated(record, isProduct)];
  const its = sql`product_id = ${productId} AND hash = ${hash}`;
  const isTheirs = sql`(order_id IS NOT NULL AND given_at IS NOT NULL)`;
  return [
    // What was reserved for this order, or for others, in ignorance of the record, is free again.
    sql`UPDATE licence_keys SET order_id = NULL WHERE product_id = ${productId}
      AND order_id = ${orderId} AND hash <> ${hash} AND given_at IS NULL`,
    sql`UPDATE licence_keys SET number = ${nextNumber(productId)}
      WHERE product_id = ${productId} AND number = ${number} AND hash <> ${hash}`,
    sql`UPDATE licence_keys SET order_id = ${orderId}, given_at = ${at},
        revoked_at = ${revokedAt(orderId, productId)}
      WHERE ${its} AND NOT ${isTheirs} AND NOT EXISTS (SELECT 1 FROM licence_keys m
        WHERE m.order_id = ${orderId} AND m.product_id = ${productId} AND m.hash <> ${hash})`,
    sql`INSERT INTO licence_keys
        (product_id, number, hash, sealed, order_id, given_at, revoked_at, created_at)
      SELECT ${productId}, ${number}, ${hash}, ${sealed}, ${orderId}, ${at},
        ${revokedAt(orderId, productId)}, ${at}
      WHERE ${isProduct} AND NOT EXISTS (SELECT 1 FROM licence_keys WHERE ${its})
      ON CONFLICT DO NOTHING`,
    // A key that an order has beside another one, by two histories of the database, is nobody's: it was seen.
    sql`UPDATE licence_keys SET order_id = 'record-' || number, given_at = ${at}, revoked_at = ${at}
      WHERE ${its} AND order_id IS NULL`,
    countKeys(productId),
  ];
}
