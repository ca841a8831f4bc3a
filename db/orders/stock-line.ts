import { sql } from "drizzle-orm";
import type { StockLine } from "../../app/orders/ports";
import type { LineEntry } from "../../app/orders/rules/order";
import {
  LINE_PLACE_MS,
  MAX_LINE_PLACES,
  PENALTY_RESET_MS,
  REST_MAX_MS,
} from "../../app/orders/rules/stock-limits";
import { type Db, runBatch } from "../client";

/** Signed payments that wait for a unit of stock. */
export function stockLineIn(db: Db): StockLine {
  return {
    async join({ orderId, productId, uid }, signed, at) {
      const { transaction, account, signature, lastValidBlockHeight } = signed;
      const endsAt = at + LINE_PLACE_MS;
      const places = sql`SELECT count(*) FROM stock_line WHERE product_id = ${productId}`;
      const own = sql`EXISTS (SELECT 1 FROM stock_line WHERE order_id = ${orderId})`;
      // Another order of the same account or wallet has its place already.
      const other = sql`EXISTS (SELECT 1 FROM stock_line
        WHERE order_id <> ${orderId} AND (uid = ${uid} OR wallet = ${account}))`;
      await runBatch(db, [
        sql`DELETE FROM stock_line WHERE ends_at <= ${at}`,
        sql`INSERT INTO stock_line (product_id, order_id, uid, wallet, signed_transaction, signature,
            last_valid_block_height, ends_at)
          SELECT ${productId}, ${orderId}, ${uid}, ${account}, ${transaction}, ${signature},
            ${lastValidBlockHeight}, ${endsAt}
          WHERE NOT ${other} AND (${own} OR (${places}) < ${MAX_LINE_PLACES})
          ON CONFLICT (order_id) DO UPDATE SET wallet = excluded.wallet,
            signed_transaction = excluded.signed_transaction, signature = excluded.signature,
            last_valid_block_height = excluded.last_valid_block_height, ends_at = excluded.ends_at`,
      ]);
      const [row] = await db.all<{ position: number }>(sql`
        SELECT count(*) AS position FROM stock_line mine JOIN stock_line l
          ON l.product_id = mine.product_id AND l.id <= mine.id WHERE mine.order_id = ${orderId}`);
      return row?.position || null;
    },

    async first(productId, minValidHeight, now) {
      const [row] = await db.all<LineEntry>(sql`
        SELECT order_id AS orderId, wallet AS account, signed_transaction AS "transaction", signature,
          last_valid_block_height AS lastValidBlockHeight FROM stock_line
        WHERE product_id = ${productId} AND ends_at > ${now}
          AND last_valid_block_height >= ${minValidHeight} ORDER BY id LIMIT 1`);
      return row ?? null;
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
      ]);
    },
  };
}
