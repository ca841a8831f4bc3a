import { sql } from "drizzle-orm";
import type { OpenCharge } from "../../app/orders/rules/charged-wallets";
import type { LineEntry } from "../../app/orders/rules/order";
import {
  LINE_PLACE_MS,
  MAX_LINE_PLACES,
  PAID_HOLD_COUNTS_MS,
  PENALTY_RESET_MS,
  REST_MAX_MS,
} from "../../app/orders/rules/stock-limits";
import type { StockLine } from "../../app/orders/rules/stock-line";
import { type Db, runBatch } from "../client";
import { isLivePlace, penalizeCharged } from "./stock-conditions";
import { areItemsFree, areOtherThingsFree } from "./things";

/** Rows of what is over are kept for this time: a paid hold counts for an hour after it was settled. */
const KEPT_MS = 2 * PAID_HOLD_COUNTS_MS;

/** Signed payments that wait for a unit of stock. */
export function stockLineIn(db: Db): StockLine {
  return {
    async join({ orderId, productId, uid }, signed, { minValidHeight, at }) {
      const { transaction, account, signature, lastValidBlockHeight } = signed;
      const endsAt = at + LINE_PLACE_MS;
      // The line is for units of the product only.
      const mayWait = sql`EXISTS (SELECT 1 FROM orders o WHERE o.id = ${orderId}
        AND ${areOtherThingsFree(sql`o`)} AND ${areItemsFree(sql`o`)})`;
      const places = sql`SELECT count(*) FROM stock_line WHERE product_id = ${productId}`;
      const own = sql`EXISTS (SELECT 1 FROM stock_line WHERE order_id = ${orderId})`;
      // Another order of the same account, or with a signer in common, has its place already.
      const other = sql`EXISTS (SELECT 1 FROM stock_line l
        WHERE l.order_id <> ${orderId} AND (l.uid = ${uid} OR l.wallet = ${account} OR EXISTS (
          SELECT 1 FROM stock_charges c JOIN stock_charges mine ON mine.wallet = c.wallet
          WHERE c.order_id = l.order_id AND mine.order_id = ${orderId})))`;
      await runBatch(db, [
        sql`DELETE FROM stock_line WHERE ends_at <= ${at}`,
        sql`INSERT INTO stock_line (product_id, order_id, uid, wallet, signed_transaction, signature,
            last_valid_block_height, ends_at)
          SELECT ${productId}, ${orderId}, ${uid}, ${account}, ${transaction}, ${signature},
            ${lastValidBlockHeight}, ${endsAt}
          WHERE ${mayWait} AND NOT ${other} AND (${own} OR (${places}) < ${MAX_LINE_PLACES})
          ON CONFLICT (order_id) DO UPDATE SET wallet = excluded.wallet,
            signed_transaction = excluded.signed_transaction, signature = excluded.signature,
            last_valid_block_height = excluded.last_valid_block_height, ends_at = excluded.ends_at`,
      ]);
      const [row] = await db.all<{ position: number }>(sql`
        SELECT 1 + (SELECT count(*) FROM stock_line l WHERE l.product_id = mine.product_id
            AND l.id < mine.id AND ${isLivePlace(minValidHeight, at)}) AS position
          FROM stock_line mine WHERE mine.order_id = ${orderId}`);
      return row?.position ?? null;
    },

    async first(productId, minValidHeight, now) {
      const [row] = await db.all<LineEntry>(sql`
        SELECT l.order_id AS orderId, l.wallet AS account, l.signed_transaction AS "transaction",
          l.signature, l.last_valid_block_height AS lastValidBlockHeight FROM stock_line l
        WHERE l.product_id = ${productId} AND ${isLivePlace(minValidHeight, now)} ORDER BY l.id LIMIT 1`);
      return row ?? null;
    },

    async lapse(orderId, signature) {
      await runBatch(db, [
        sql`UPDATE stock_line SET last_valid_block_height = 0
          WHERE order_id = ${orderId} AND signature = ${signature}`,
      ]);
    },

    async lose(orderId, signature, at) {
      const lost = sql`order_id = ${orderId} AND signature = ${signature}`;
      const place = sql`SELECT 1 FROM stock_line WHERE ${lost}`;
      const wallets = sql`SELECT wallet AS charged FROM stock_charges
        WHERE order_id = ${orderId} AND EXISTS (${place})`;
      // A browser without an account has no penalty: a new one costs nothing.
      const accounts = sql`SELECT uid AS charged FROM stock_line WHERE ${lost}
        AND uid NOT LIKE 'guest:%'`;
      await runBatch(db, [
        ...penalizeCharged(at, wallets, accounts),
        sql`DELETE FROM stock_line WHERE ${lost}`,
      ]);
    },

    async charges(now, limit) {
      return db.all<OpenCharge>(sql`
        SELECT c.order_id AS orderId, o.product_id AS productId, c.wallet, c.lamports,
          '' AS signature, o.last_valid_block_height AS lastValidBlockHeight,
          1 AS holdsUnit
        FROM orders o JOIN stock_charges c ON c.order_id = o.id
        WHERE o.hold = 'held' AND o.status = 'awaiting' AND o.built_form = 'cosigned'
        UNION ALL
        SELECT c.order_id, l.product_id, c.wallet, c.lamports, l.signature,
          l.last_valid_block_height, 0
        FROM stock_line l JOIN stock_charges c ON c.order_id = l.order_id
        WHERE l.ends_at > ${now} LIMIT ${limit}`);
    },

    async leave(orderId) {
      await runBatch(db, [sql`DELETE FROM stock_line WHERE order_id = ${orderId}`]);
    },

    async products(now, limit) {
      const rows = await db.all<{ productId: string }>(sql`
        SELECT DISTINCT product_id AS productId FROM stock_line WHERE ends_at > ${now} LIMIT ${limit}`);
      return rows.map(({ productId }) => productId);
    },

    async purge(now) {
      await runBatch(db, [
        sql`DELETE FROM stock_line WHERE ends_at <= ${now}`,
        sql`DELETE FROM presigned_rests WHERE created_at <= ${now - REST_MAX_MS} AND ends_at <= ${now}`,
        sql`DELETE FROM payer_penalties WHERE last_at <= ${now - PENALTY_RESET_MS}`,
        sql`DELETE FROM account_penalties WHERE last_at <= ${now - PENALTY_RESET_MS}`,
        sql`DELETE FROM unproved_holds WHERE held_at <= ${now - KEPT_MS} AND order_id NOT IN (
          SELECT id FROM orders WHERE hold = 'held' AND status = 'awaiting')`,
        sql`DELETE FROM stock_charges WHERE signed_at <= ${now - KEPT_MS}
          AND order_id NOT IN (SELECT id FROM orders WHERE hold = 'held' AND status = 'awaiting')
          AND order_id NOT IN (SELECT order_id FROM stock_line)`,
      ]);
    },
  };
}
