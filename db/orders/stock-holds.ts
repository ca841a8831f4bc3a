import { type SQL, sql } from "drizzle-orm";
import type { Orders } from "../../app/orders/ports";
import { OPEN_STATUSES } from "../../app/orders/rules/order-state";
import { type Db, runBatch, sqlList } from "../client";
import {
  hasFreeUnit,
  hasOtherHold,
  hasPenalty,
  isOnSale,
  isUnderAccountLimit,
  isWithinPresignedShare,
  penalize,
  restMs,
} from "./stock-conditions";

type Holds = Pick<
  Orders,
  "recordBuilt" | "recordOffered" | "takeUnit" | "penaltyEndsAt" | "releaseBuiltTransaction"
>;

const OPEN = sqlList(OPEN_STATUSES);

/** Units of stock that are reserved for transactions that can still land. */
export function stockHoldsIn(db: Db, byId: Orders["byId"]): Holds {
  return {
    async recordBuilt(id, built, { hold, replaces, nextPollAt, minValidHeight }) {
      const unchanged = sql`id = ${id} AND status IN ${OPEN} AND built_transaction IS ${replaces}
        AND hold NOT IN ('held', 'sold')`;
      const mayHold = sql`${unchanged} AND ${hasFreeUnit(minValidHeight, built.at)} AND ${isWithinPresignedShare(built.at)}
        AND ${isUnderAccountLimit(id)} AND NOT ${hasPenalty(built.account, built.at)}`;
      const write = sql`UPDATE orders SET status = 'awaiting', payment_requested = 1,
          built_transaction = ${built.transaction}, built_for = ${built.account},
          built_at = ${built.at}, last_valid_block_height = ${built.lastValidBlockHeight},
          built_form = ${built.form},
          -- A suggestion refers to the previous transaction.
          suggested_signature = NULL,
          hold = ${hold ? sql`'held'` : sql`hold`},
          next_poll_at = ${nextPollAt}, updated_at = ${built.at}
        WHERE ${hold ? mayHold : unchanged}`;
      if (!hold) return (await runBatch(db, [write]))[0] === 1 ? "recorded" : "changed";
      try {
        const [written] = await runBatch(db, [write, countHeld(id)]);
        if (written === 1) return "recorded";
      } catch (error) {
        // The response was lost after the commit.
        if ((await byId(id))?.built?.transaction === built.transaction) return "recorded";
        throw error;
      }
      type Condition = "same" | "stock" | "share" | "account" | "penalty";
      const [row] = await db.all<Record<Condition, number>>(sql`
        SELECT ${unchanged} AS same, ${hasFreeUnit(minValidHeight, built.at)} AS stock,
          ${isWithinPresignedShare(built.at)} AS share, ${isUnderAccountLimit(id)} AS account,
          ${hasPenalty(built.account, built.at)} AS penalty
        FROM orders WHERE id = ${id}`);
      if (!row?.same) return "changed";
      if (!row.stock) return "out_of_stock";
      if (!row.account) return "too_many";
      if (!row.share) return "share_used_up";
      // Without a penalty the reason has passed since the write: a retry can succeed.
      return row.penalty ? "penalty" : "out_of_stock";
    },

    async recordOffered(id, { blockhash, lastValidBlockHeight }, at) {
      const [written] = await runBatch(db, [
        sql`UPDATE orders SET payment_requested = 1, offered_blockhash = ${blockhash},
            offered_last_valid_block_height = ${lastValidBlockHeight}, updated_at = ${at}
          WHERE id = ${id} AND status IN ${OPEN} AND built_transaction IS NULL`,
      ]);
      return written === 1;
    },

    async takeUnit(id, signed, { minValidHeight, at }) {
      const { transaction, account, signature, lastValidBlockHeight } = signed;
      const isFree = sql`id = ${id} AND status IN ${OPEN} AND built_transaction IS NULL
        AND hold NOT IN ('held', 'sold')`;
      const takes = sql`${isFree} AND ${hasFreeUnit(minValidHeight, at)} AND ${isOnSale()}
        AND NOT ${hasPenalty(account, at)} AND NOT ${hasOtherHold(id, account)}`;
      try {
        const [written] = await runBatch(db, [
          sql`UPDATE orders SET status = 'awaiting', payment_requested = 1,
              built_transaction = ${transaction}, built_for = ${account}, built_at = ${at},
              last_valid_block_height = ${lastValidBlockHeight}, built_form = 'cosigned',
              suggested_signature = ${signature}, hold = 'held',
              -- Until its object has sent it, the sweep is to notify the object.
              next_poll_at = ${at}, updated_at = ${at}
            WHERE ${takes}`,
          countHeld(id),
          sql`DELETE FROM stock_line WHERE order_id IN (SELECT id FROM orders
            WHERE id = ${id} AND built_transaction = ${transaction})`,
        ]);
        if (written === 1) return "taken";
      } catch (error) {
        if ((await byId(id))?.built?.transaction === transaction) return "taken";
        throw error;
      }
      const [row] = await db.all<Record<"free" | "sale" | "penalty" | "other", number>>(sql`
        SELECT ${isFree} AS free, ${isOnSale()} AS sale, ${hasPenalty(account, at)} AS penalty,
          ${hasOtherHold(id, account)} AS other
        FROM orders WHERE id = ${id}`);
      if (!row?.free || !row.sale) return "changed";
      if (row.penalty) return "penalty";
      return row.other ? "in_flight" : "held";
    },

    async penaltyEndsAt(wallet) {
      const [row] = await db.all<{ endsAt: number }>(sql`
        SELECT ends_at AS endsAt FROM payer_penalties WHERE wallet = ${wallet}`);
      return row?.endsAt ?? null;
    },

    async releaseBuiltTransaction(id, lastValidBlockHeight, cause, at) {
      const released = sql`o.id = ${id} AND o.status = 'awaiting'
        AND o.last_valid_block_height = ${lastValidBlockHeight}`;
      const units = sql`SELECT o.product_id FROM orders o WHERE ${released} AND o.hold = 'held'`;
      await runBatch(db, [
        sql`INSERT INTO presigned_rests (product_id, created_at, ends_at)
          SELECT o.product_id, ${at}, ${at} + ${restMs(at)} FROM orders o
          WHERE ${released} AND o.hold = 'held' AND coalesce(o.built_form, 'presigned') = 'presigned'`,
        penalize(at, sql`${released} AND o.built_form = 'cosigned' AND ${cause !== "unsignable"}`),
        sql`UPDATE products SET held = held - 1 WHERE id IN (${units})`,
        sql`UPDATE orders AS o SET status = ${cause === "unsignable" ? "expired" : "pending"},
            ended_reason = ${cause === "unsignable" ? cause : null},
            built_transaction = NULL, built_for = NULL,
            built_at = NULL, last_valid_block_height = NULL, built_form = NULL,
            -- What can't run any more is not looked for first.
            suggested_signature = ${cause === "rejected" ? sql`NULL` : sql`suggested_signature`},
            hold = CASE hold WHEN 'held' THEN 'released' ELSE hold END, updated_at = ${at}
          WHERE ${released}`,
      ]);
    },
  };
}

/** Of a row of `products`: the units that its orders hold. */
export function unitsHeld(): SQL {
  return sql`(SELECT count(*) FROM orders h WHERE h.product_id = products.id AND h.hold = 'held')`;
}

/** Sets the held units of an order's product to those of its orders. */
function countHeld(id: string): SQL {
  return sql`UPDATE products SET held = ${unitsHeld()}
    WHERE id = (SELECT product_id FROM orders WHERE id = ${id}) AND sale_limit IS NOT NULL`;
}
