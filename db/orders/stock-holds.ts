import { type SQL, sql } from "drizzle-orm";
import type { MissingThing, Orders, UnitHolds } from "../../app/orders/ports";
import type { Charge } from "../../app/orders/rules/charged-wallets";
import { UNIT_HOLDS } from "../../app/orders/rules/order";
import {
  OPEN_STATUSES,
  ORDER_LIFETIME_MS,
  type ReleaseCause,
} from "../../app/orders/rules/order-state";
import { type Db, runBatch, sqlList } from "../client";
import {
  hasOtherUnit,
  isFreeInTurn,
  isOnSale,
  isPenalized,
  isUnderAccountLimit,
  isUnderAddressLimit,
  penalize,
} from "./stock-conditions";
import {
  areItemsFree,
  areOtherThingsFree,
  IS_SCARCE,
  insertRests,
  isWithinPresignedShare,
  missingThings,
  unitsHeld,
} from "./things";

const OPEN = sqlList(OPEN_STATUSES);

/** Of a row of `orders` for which a transaction is built: a guest's unbuilt one ends sooner. */
const EXPIRY_ONCE_BUILT = sql`CASE WHEN guest_secret_hash IS NULL THEN expires_at
  ELSE max(expires_at, created_at + ${sql.raw(String(ORDER_LIFETIME_MS))}) END`;

/** Units of stock and other scarce things that are reserved for transactions that can still land. */
export function stockHoldsIn(db: Db, byId: Orders["byId"]): UnitHolds {
  return {
    async recordBuilt(id, built, { hold, replaces, nextPollAt, minValidHeight }) {
      const penalty = isPenalized(
        sql`orders.id`,
        sql`orders.buyer_uid`,
        sql`${built.account}`,
        built.at,
      );
      const address = isUnderAddressLimit(hold?.address ?? null, built.at, hold?.rateScale ?? 1);
      const unchanged = sql`id = ${id} AND status IN ${OPEN} AND built_transaction IS ${replaces}
        AND hold NOT IN ${sqlList(UNIT_HOLDS)}`;
      const mayHold = sql`${unchanged} AND ${isFreeInTurn(minValidHeight, built.at)} AND ${isWithinPresignedShare(built.at)}
        AND ${isUnderAccountLimit(id)} AND ${address} AND NOT ${penalty}`;
      const write = sql`UPDATE orders SET status = 'awaiting', payment_requested = 1,
          built_transaction = ${built.transaction}, built_for = ${built.account},
          built_at = ${built.at}, last_valid_block_height = ${built.lastValidBlockHeight},
          built_form = ${built.form},
          -- These refer to the previous transaction.
          suggested_signature = NULL, built_slot = NULL, blockhash_seconded = 0,
          expires_at = ${EXPIRY_ONCE_BUILT},
          hold = ${hold ? sql`'held'` : sql`hold`},
          next_poll_at = ${nextPollAt}, updated_at = ${built.at}
        WHERE ${hold ? mayHold : unchanged}`;
      if (!hold) return (await runBatch(db, [write]))[0] === 1 ? "recorded" : "changed";
      try {
        const [written = 0] = await runBatch(db, [
          write,
          countHeld(id),
          sql`INSERT OR REPLACE INTO unproved_holds (order_id, address, held_at)
            SELECT id, ${hold.address}, ${built.at} FROM orders WHERE id = ${id}
              AND buyer_uid IS NULL AND built_transaction = ${built.transaction} AND hold = 'held'`,
        ]);
        if (written > 0) return "recorded";
      } catch (error) {
        // The response was lost after the commit.
        if ((await byId(id))?.built?.transaction === built.transaction) return "recorded";
        throw error;
      }
      type Condition = "same" | "stock" | "share" | "account" | "address" | "penalty";
      const [row] = await db.all<Record<Condition, number>>(sql`
        SELECT ${unchanged} AS same, ${isFreeInTurn(minValidHeight, built.at)} AS stock,
          ${isWithinPresignedShare(built.at)} AS share, ${isUnderAccountLimit(id)} AS account,
          ${address} AS address, ${penalty} AS penalty
        FROM orders WHERE id = ${id}`);
      if (!row?.same) return "changed";
      if (!row.stock) return "out_of_stock";
      if (!row.account) return "too_many";
      if (!row.share || !row.address) return "share_used_up";
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

    async takeUnit(id, signed, { minValidHeight, slot, at }) {
      const { transaction, account, signature, lastValidBlockHeight, charges } = signed;
      const isFree = sql`id = ${id} AND status IN ${OPEN} AND built_transaction IS NULL
        AND hold NOT IN ${sqlList(UNIT_HOLDS)}`;
      const charged = [sql`orders.id`, sql`orders.buyer_uid`, sql`${account}`] as const;
      const penalty = isPenalized(...charged, at);
      const otherUnit = hasOtherUnit(...charged);
      const mayTake = sql`(${isFreeInTurn(minValidHeight, at)} AND NOT ${penalty}
        AND NOT ${otherUnit})`;
      const takes = sql`${isFree} AND ${isOnSale()} AND (NOT ${IS_SCARCE} OR ${mayTake})`;
      const write = sql`UPDATE orders SET status = 'awaiting', payment_requested = 1,
          built_transaction = ${transaction}, built_for = ${account}, built_at = ${at},
          last_valid_block_height = ${lastValidBlockHeight}, built_form = 'cosigned',
          built_slot = ${slot}, blockhash_seconded = 0,
          suggested_signature = ${signature},
          hold = CASE WHEN ${IS_SCARCE} THEN 'held' ELSE hold END,
          expires_at = ${EXPIRY_ONCE_BUILT},
          guest_signature = CASE WHEN guest_secret_hash IS NULL THEN NULL ELSE ${signature} END,
          guest_wallet = CASE WHEN guest_secret_hash IS NULL THEN NULL ELSE ${account} END,
          -- Until its object has sent it, the sweep is to notify the object.
          next_poll_at = ${at}, updated_at = ${at}
        WHERE ${takes}`;
      const before = charges ? chargeTo(id, charges, { isFree, at }) : [];
      try {
        const written = await runBatch(db, [
          ...before,
          write,
          countHeld(id),
          sql`DELETE FROM stock_line WHERE order_id IN (SELECT id FROM orders
            WHERE id = ${id} AND built_transaction = ${transaction})`,
        ]);
        if ((written[before.length] ?? 0) > 0) return "taken";
      } catch (error) {
        if ((await byId(id))?.built?.transaction === transaction) return "taken";
        throw error;
      }
      type Condition = "free" | "sale" | "penalty" | "other" | "others";
      const [row] = await db.all<Record<Condition, number>>(sql`
        SELECT ${isFree} AS free, ${isOnSale()} AS sale, ${penalty} AS penalty,
          ${otherUnit} AS other, ${areOtherThingsFree(sql`orders`)} AND ${areItemsFree(sql`orders`)} AS others
        FROM orders WHERE id = ${id}`);
      if (!row?.free || !row.sale) return "changed";
      if (row.penalty) return "penalty";
      if (row.other) return "in_flight";
      return row.others ? "held" : "used_up";
    },

    async missingThing(id) {
      const [worst] = await db.all<MissingThing>(missingThings(id));
      return worst ?? null;
    },

    async penaltyEndsAt(id, wallet) {
      const [row] = await db.all<{ endsAt: number | null }>(sql`SELECT max(ends_at) AS endsAt FROM (
        SELECT ends_at FROM payer_penalties WHERE wallet = ${wallet}
          OR wallet IN (SELECT wallet FROM stock_charges WHERE order_id = ${id})
        UNION ALL SELECT ends_at FROM account_penalties
          WHERE uid = (SELECT buyer_uid FROM orders WHERE id = ${id}))`);
      return row?.endsAt ?? null;
    },

    async recordSeconded(id, transaction) {
      await runBatch(db, [
        sql`UPDATE orders SET blockhash_seconded = 1
          WHERE id = ${id} AND built_transaction = ${transaction}`,
      ]);
    },

    async shortenLifetime(id, transaction, lastValidBlockHeight) {
      await runBatch(db, [
        sql`UPDATE orders SET last_valid_block_height = ${lastValidBlockHeight}
          WHERE id = ${id} AND built_transaction = ${transaction}
            AND last_valid_block_height > ${lastValidBlockHeight}`,
      ]);
    },

    async releaseBuiltTransaction(id, lastValidBlockHeight, cause, at) {
      const released = sql`o.id = ${id} AND o.status = 'awaiting'
        AND o.last_valid_block_height = ${lastValidBlockHeight}`;
      const units = sql`SELECT o.product_id FROM orders o WHERE ${released} AND o.hold = 'held'`;
      await runBatch(db, [
        insertRests(
          at,
          sql`${released} AND o.hold = 'held' AND coalesce(o.built_form, 'presigned') = 'presigned'`,
        ),
        // Of what takes nothing scarce nothing was held, and nobody was kept waiting.
        ...penalize(
          at,
          sql`${released} AND o.hold = 'held' AND o.built_form = 'cosigned' AND ${isCharged(cause)}`,
        ),
        sql`UPDATE products SET held = held - 1 WHERE id IN (${units})`,
        sql`UPDATE orders AS o SET status = ${cause === "unsignable" ? "expired" : "pending"},
            ended_reason = ${cause === "unsignable" ? cause : null},
            built_transaction = NULL, built_for = NULL,
            built_at = NULL, last_valid_block_height = NULL, built_form = NULL,
            -- What can't run any more is not looked for first.
            suggested_signature = ${cause === "expired" || cause === "unsignable" ? sql`suggested_signature` : sql`NULL`},
            hold = CASE hold WHEN 'held' THEN 'released' ELSE hold END, updated_at = ${at}
          WHERE ${released}`,
      ]);
    },
  };
}

/** Of a row `o` of orders whose co-signed transaction can't land: the buyer is charged for it. */
function isCharged(cause: ReleaseCause): SQL {
  // A blockhash that one node alone has known may never have been one of the network.
  return cause === "expired" ? sql`o.blockhash_seconded = 1` : sql`${cause === "rejected"}`;
}

/** Replaces the wallets that an order is charged to, unless a transaction of it can land. */
function chargeTo(
  id: string,
  charges: readonly Charge[],
  { isFree, at }: { isFree: SQL; at: number },
): SQL[] {
  const free = sql`EXISTS (SELECT 1 FROM orders WHERE ${isFree})`;
  const list = JSON.stringify(charges.map(({ wallet, lamports }) => [wallet, Number(lamports)]));
  return [
    sql`DELETE FROM stock_charges WHERE order_id = ${id} AND ${free}`,
    sql`INSERT OR IGNORE INTO stock_charges (order_id, wallet, lamports, signed_at)
      SELECT ${id}, value ->> 0, value ->> 1, ${at} FROM json_each(${list}) WHERE ${free}`,
  ];
}

/** Sets the held units of an order's product to those of its orders, where they differ. */
function countHeld(id: string): SQL {
  return sql`UPDATE products SET held = ${unitsHeld()}
    WHERE id = (SELECT product_id FROM orders WHERE id = ${id}) AND held <> ${unitsHeld()}`;
}
