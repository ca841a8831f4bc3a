import { type SQL, sql } from "drizzle-orm";
import type { GrantReason } from "../../app/orders/rules/grant";
import { type Db, runBatch } from "../client";

/**
 * Who may download what. Everything that asks this reads `rights` through this module. A purchase without a right was
 * written before that table was there, and the cron has not reached it: it counts as a right of its own.
 */

/**
 * Select of `columns` of the rights `r` for which `where` is true, live or revoked. Both may name `r.uid`,
 * `r.product_id`, `r.order_id`, `r.created_at` (epoch ms) and `r.revoked_at` (null for a live one).
 */
export function selectRights(columns: SQL, where: SQL): SQL {
  return sql`SELECT ${columns} FROM rights r WHERE (${where})
    UNION ALL SELECT ${columns} FROM purchases r WHERE (${where}) AND NOT EXISTS (
      SELECT 1 FROM rights n WHERE n.order_id = r.order_id AND n.product_id = r.product_id)`;
}

/**
 * `selectRights` with a purchase that has its right twice, for who looks at one row: both say the same. It is less
 * deep, and D1 takes expressions of a depth of 100.
 */
function selectTwice(columns: SQL, where: SQL): SQL {
  return sql`SELECT ${columns} FROM rights r WHERE (${where})
    UNION ALL SELECT ${columns} FROM purchases r WHERE (${where})`;
}

/** SQL condition: there is a right `r` for which `where` is true. */
export const existsRight = (where: SQL): SQL => sql`EXISTS (${selectTwice(sql`1`, where)})`;

/** SQL condition on a right `r` of `selectRights`. */
export const IS_LIVE = sql`r.revoked_at IS NULL`;

/** SQL expression: who has what this order sold; null for nobody. */
export function holderOf(orderId: string | SQL): SQL {
  return sql`(${selectTwice(sql`r.uid`, sql`r.order_id = ${orderId} AND ${IS_LIVE}`)} LIMIT 1)`;
}

/** SQL expression: the number of products that a person may download. */
export function countOwned(uid: string): SQL {
  const owned = selectTwice(sql`r.product_id`, sql`r.uid = ${uid} AND ${IS_LIVE}`);
  return sql`(SELECT count(DISTINCT product_id) FROM (${owned}))`;
}

/** SQL condition: a live right is to this release. An older one has the key of its file as its id. */
export function isReleaseHeld(id: SQL): SQL {
  return sql`(EXISTS (SELECT 1 FROM rights r WHERE r.release_id = ${id} AND r.revoked_at IS NULL)
    OR EXISTS (SELECT 1 FROM purchases p WHERE p.file_key = ${id} AND p.revoked_at IS NULL))`;
}

/** A right of a person to a product, by an order or by a grant. */
export interface Right {
  uid: string;
  productId: string;
  /** Of a grant: its own id, which no order has. */
  orderId: string;
  /** Epoch ms. */
  createdAt: number;
  /** Epoch ms; null for a live right. */
  revokedAt: number | null;
  /** The release that was bought; null where it is not known. */
  releaseId: string | null;
  /** Why nothing was paid; null for a right by an order. */
  grantReason: GrantReason | null;
}

const COLUMNS = sql`r.uid, r.product_id AS productId, r.order_id AS orderId,
  r.created_at AS createdAt, r.revoked_at AS revokedAt, coalesce(
    (SELECT n.release_id FROM rights n
      WHERE n.order_id = r.order_id AND n.product_id = r.product_id),
    (SELECT p.file_key FROM purchases p
      WHERE p.order_id = r.order_id AND p.product_id = r.product_id)) AS releaseId,
  (SELECT n.grant_reason FROM rights n
    WHERE n.order_id = r.order_id AND n.product_id = r.product_id) AS grantReason`;

/** Select: the newest `Right` for which `where` is true, as `selectRights` takes it. */
export function newestRight(where: SQL): SQL {
  return sql`${selectTwice(COLUMNS, where)} ORDER BY createdAt DESC, orderId DESC LIMIT 1`;
}

/** Select: the live right of a person to a product, the newest where there are two. */
export function liveRight(uid: string, productId: string): SQL {
  return newestRight(sql`r.uid = ${uid} AND r.product_id = ${productId} AND ${IS_LIVE}`);
}

/** Select: the live rights of a person, of each product the newest. */
export function ownedRights(uid: string): SQL {
  const isNewer = sql`n.uid = r.uid AND n.product_id = r.product_id AND n.revoked_at IS NULL
    AND (n.created_at, n.order_id) > (r.created_at, r.order_id)`;
  return selectRights(
    COLUMNS,
    sql`r.uid = ${uid} AND ${IS_LIVE} AND NOT EXISTS (SELECT 1 FROM rights n WHERE ${isNewer})`,
  );
}

/** Rows of one run of the cron. */
const ROWS_AT_ONCE = 500;
/** In `sweep_progress`: the last order whose purchase has its right. */
const PROGRESS_NAME = "rights";

/** Purchases from before `rights`. Those written since have one: a trigger writes it. */
export function oldPurchasesIn(db: Db, rowsAtOnce = ROWS_AT_ONCE) {
  return {
    /**
     * Writes the rights of such purchases, in the order of their orders' ids. Returns how many purchases it has
     * looked at: 0 at the end, where it reads the cursor alone. It may be run again, from any cursor.
     *
     * @param at epoch ms
     */
    async fill(at: number): Promise<number> {
      const cursor = sql`coalesce((SELECT cursor FROM sweep_progress WHERE name = ${PROGRESS_NAME}), '')`;
      const next = sql`SELECT * FROM purchases WHERE order_id > ${cursor}
        ORDER BY order_id LIMIT ${rowsAtOnce}`;
      const { count } = await db.get<{ count: number }>(
        sql`SELECT count(*) AS count FROM (${next})`,
      );
      if (count === 0) return 0;
      await runBatch(db, [
        sql`INSERT INTO rights
            (order_id, product_id, uid, release_id, created_at, revoked_at, grant_reason)
          SELECT order_id, product_id, uid, file_key, created_at, revoked_at,
            (SELECT o.grant_reason FROM orders o WHERE o.id = order_id) FROM (${next}) WHERE true
          ON CONFLICT DO NOTHING`,
        sql`INSERT INTO sweep_progress (name, cursor, updated_at)
          SELECT ${PROGRESS_NAME}, order_id, ${at} FROM (${next}) WHERE true
          ORDER BY order_id DESC LIMIT 1
          ON CONFLICT (name) DO UPDATE
            SET cursor = excluded.cursor, updated_at = excluded.updated_at`,
      ]);
      return count;
    },
  };
}
