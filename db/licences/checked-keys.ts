import { type SQL, sql } from "drizzle-orm";
import { MAX_INSTANCES } from "../../app/licences/rules/licence";
import { type Db, runBatch } from "../client";
import { existsRight, IS_LIVE } from "../orders/rights";
import { ARE_RECORDS_UNREAD } from "./pools";

/** A key that was given, as a program that checks it is told. */
export interface CheckedKey {
  productId: string;
  number: number;
  orderId: string;
  uses: number;
  instances: number;
  /** The installation that was named is one of the key's. */
  isActivated: boolean;
  isDisabled: boolean;
  /** The right of its order stands. */
  isLive: boolean;
  isRefunded: boolean;
  /** Neither order nor grant is known: the database may be an older copy. */
  isOrderUnknown: boolean;
  statementDays: number | null;
  maxInstances: number | null;
}

type Row = {
  [Name in keyof CheckedKey]: CheckedKey[Name] extends boolean ? number : CheckedKey[Name];
};

export type CheckedKeys = ReturnType<typeof checkedKeysIn>;

type Numbered = Pick<CheckedKey, "productId" | "number">;

/** Licence keys as programs check them. */
export function checkedKeysIn(db: Db) {
  return {
    /** Null for a key that the product does not have, and for one that nobody was given. */
    async find(
      productId: string,
      hash: string,
      instance: string | null,
    ): Promise<CheckedKey | null> {
      const right = sql`r.order_id = k.order_id AND r.product_id = k.product_id`;
      const row = await db.get<Row | undefined>(sql`
        SELECT k.product_id AS productId, k.number, k.order_id AS orderId, k.uses,
          ${countInstances(sql`k.product_id`, sql`k.number`)} AS instances,
          EXISTS (SELECT 1 FROM licence_instances i WHERE i.product_id = k.product_id
            AND i.number = k.number AND i.instance = ${instance}) AS isActivated,
          k.disabled_at IS NOT NULL AS isDisabled, ${existsRight(sql`${right} AND ${IS_LIVE}`)} AS isLive,
          coalesce((SELECT o.status = 'refunded' FROM orders o WHERE o.id = k.order_id), 0) AS isRefunded,
          NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = k.order_id)
            AND NOT EXISTS (SELECT 1 FROM grants g WHERE g.id = k.order_id)
            AND k.revoked_at IS NULL AS isOrderUnknown,
          s.statement_days AS statementDays, s.max_instances AS maxInstances
        FROM licence_keys k JOIN licence_settings s ON s.product_id = k.product_id
        WHERE k.product_id = ${productId} AND k.hash = ${hash} AND k.given_at IS NOT NULL`);
      if (!row) return null;
      return {
        ...row,
        isActivated: row.isActivated === 1,
        isDisabled: row.isDisabled === 1,
        isLive: row.isLive === 1,
        isRefunded: row.isRefunded === 1,
        isOrderUnknown: row.isOrderUnknown === 1,
      };
    },

    /** True where keys that were given may be missing: the database was restored, and records are not read back. */
    async mayBeMissing(): Promise<boolean> {
      const row = await db.get<{ unread: number }>(sql`SELECT ${ARE_RECORDS_UNREAD} AS unread`);
      return row.unread === 1;
    },

    async countUse(key: Numbered): Promise<void> {
      await runBatch(db, [sql`UPDATE licence_keys SET uses = uses + 1 WHERE ${isIt(key)}`]);
    },

    /** False where the key has as many installations as it may. One that is activated stays so. */
    async activate(key: Numbered, instance: string, at: number): Promise<boolean> {
      const { productId, number } = key;
      const most = sql`(SELECT min(${MAX_INSTANCES}, coalesce(max_instances, ${MAX_INSTANCES}))
        FROM licence_settings WHERE product_id = ${productId})`;
      await runBatch(db, [
        sql`INSERT INTO licence_instances (product_id, number, instance, created_at)
          SELECT ${productId}, ${number}, ${instance}, ${at}
          WHERE ${countInstances(sql`${productId}`, sql`${number}`)} < ${most}
          ON CONFLICT DO NOTHING`,
      ]);
      const row = await db.get<{ there: number }>(sql`SELECT EXISTS (SELECT 1 FROM licence_instances
        WHERE ${isIt(key)} AND instance = ${instance}) AS there`);
      return row.there === 1;
    },

    /** False where it was not activated. */
    async deactivate(key: Numbered, instance: string): Promise<boolean> {
      const [removed = 0] = await runBatch(db, [
        sql`DELETE FROM licence_instances WHERE ${isIt(key)} AND instance = ${instance}`,
      ]);
      return removed > 0;
    },
  };
}

function isIt({ productId, number }: Numbered): SQL {
  return sql`product_id = ${productId} AND number = ${number}`;
}

function countInstances(productId: SQL, number: SQL): SQL {
  return sql`(SELECT count(*) FROM licence_instances c
    WHERE c.product_id = ${productId} AND c.number = ${number})`;
}
