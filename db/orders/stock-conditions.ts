import { type SQL, sql } from "drizzle-orm";
import { UNIT_HOLDS } from "../../app/orders/rules/order";
import { OPEN_STATUSES } from "../../app/orders/rules/order-state";
import {
  MAX_PRESIGNED_PER_ACCOUNT,
  MAX_UNPROVED_AFTER_PAYMENTS,
  MAX_UNPROVED_PER_ADDRESS,
  PAID_HOLD_COUNTS_MS,
  PENALTY_BASE_MS,
  PENALTY_MAX_MS,
  PENALTY_RESET_MS,
} from "../../app/orders/rules/stock-limits";
import { count, sqlList } from "../client";
import { type Ahead, areOtherThingsFree, areThingsFree } from "./things";

/**
 * The number of live places in line before that of an order; all of its product where it has none.
 * `order` is the name of its row. With a `minValidHeight`, only places count whose transaction is valid
 * until that block height or later.
 */
function placesAhead(order: SQL, now: number, minValidHeight: number | null): SQL {
  const place = sql`(SELECT m.id FROM stock_line m WHERE m.order_id = ${order}.id)`;
  return count(sql`SELECT 1 FROM stock_line l WHERE l.product_id = ${order}.product_id
    AND l.order_id <> ${order}.id AND (${place} IS NULL OR l.id < ${place})
    AND ${isLivePlace(minValidHeight, now)}`);
}

/** The number of live places in line before an order: of its product, and of each item of its bundle. */
export function placesBefore(order: SQL, now: number, minValidHeight: number | null): Ahead {
  const items = count(sql`SELECT 1 FROM stock_line l WHERE l.product_id = q.id
    AND ${isLivePlace(minValidHeight, now)}`);
  return { own: placesAhead(order, now, minValidHeight), items };
}

/** Of a row of `orders`: all that it takes is left after those who wait in line before it. */
export function isFreeInTurn(minValidHeight: number, now: number): SQL {
  const ahead = placesBefore(sql`orders`, now, minValidHeight);
  return sql`EXISTS (SELECT 1 FROM products p WHERE p.id = orders.product_id
    AND ${areThingsFree(sql`orders`, sql`p`, ahead)})`;
}

/**
 * Of a place `l` in line: it would get a unit that is free now. Its order is open on the terms of the
 * product, all else that it takes is free, its transaction can land, and nobody it is charged to has a penalty
 * or another unit.
 */
export function isLivePlace(minValidHeight: number | null, now: number): SQL {
  return sql`l.ends_at > ${now} AND l.last_valid_block_height >= ${minValidHeight ?? 1}
    AND EXISTS (SELECT 1 FROM orders w JOIN products v ON v.id = w.product_id
      WHERE w.id = l.order_id AND w.status IN ${OPEN} AND w.built_transaction IS NULL
        AND w.hold NOT IN ${sqlList(UNIT_HOLDS)} AND v.status = 'active'
        AND ${isOfVersion(sql`w`, sql`v`)} AND ${areOtherThingsFree(sql`w`)})
    AND NOT ${isPenalized(sql`l.order_id`, sql`l.uid`, sql`l.wallet`, now)}
    AND NOT ${hasOtherUnit(sql`l.order_id`, sql`l.uid`, sql`l.wallet`)}`;
}

const OPEN = sqlList(OPEN_STATUSES);

/** Of a row of `orders`: its terms are those of the product. */
export function isOnSale(): SQL {
  return sql`EXISTS (SELECT 1 FROM products p WHERE p.id = orders.product_id AND p.status = 'active'
    AND ${isOfVersion(sql`orders`, sql`p`)})`;
}

/** The product has not been edited in what is sold, by whom or for how much since the order's quote. */
function isOfVersion(order: SQL, product: SQL): SQL {
  return sql`CASE WHEN ${order}.product_version IS NOT NULL
    THEN ${product}.version = ${order}.product_version
    ELSE ${product}.price_lamports = ${order}.price_lamports
      AND ${product}.recipient = ${order}.recipient END`;
}

/** Charges wallets and account of orders `o` for a payment that failed or lapsed: two statements. */
export function penalize(now: number, where: SQL): SQL[] {
  const wallets = sql`SELECT o.built_for AS charged FROM orders o WHERE ${where}
    UNION SELECT c.wallet FROM stock_charges c JOIN orders o ON o.id = c.order_id WHERE ${where}`;
  const accounts = sql`SELECT o.buyer_uid AS charged FROM orders o WHERE ${where}
    AND o.buyer_uid IS NOT NULL`;
  return penalizeCharged(now, wallets, accounts);
}

/** The same for the keys that two selections give, as `charged`. */
export function penalizeCharged(now: number, wallets: SQL, accounts: SQL): SQL[] {
  const isOld = sql`last_at <= ${now - PENALTY_RESET_MS}`;
  const write = (table: "payer_penalties" | "account_penalties", key: string, charged: SQL) => sql`
    INSERT INTO ${sql.raw(table)} (${sql.raw(key)}, failures, last_at, ends_at)
    SELECT charged, 1, ${now}, ${now + PENALTY_BASE_MS} FROM (${charged}) WHERE true
    ON CONFLICT (${sql.raw(key)}) DO UPDATE SET
      failures = CASE WHEN ${isOld} THEN 1 ELSE failures + 1 END,
      ends_at = ${now} + CASE WHEN ${isOld} THEN ${PENALTY_BASE_MS}
        ELSE min(${PENALTY_MAX_MS}, ${PENALTY_BASE_MS} << min(failures, 16)) END,
      last_at = ${now}`;
  return [write("payer_penalties", "wallet", wallets), write("account_penalties", "uid", accounts)];
}

/** The account, the wallet or a wallet that the order is charged to has a penalty. */
export function isPenalized(orderId: SQL, uid: SQL, wallet: SQL, now: number): SQL {
  return sql`(EXISTS (SELECT 1 FROM account_penalties a WHERE a.uid = ${uid} AND a.ends_at > ${now})
    OR EXISTS (SELECT 1 FROM payer_penalties y WHERE y.ends_at > ${now} AND y.wallet IN (
      SELECT c.wallet FROM stock_charges c WHERE c.order_id = ${orderId} UNION SELECT ${wallet})))`;
}

/** Another signed payment of the account, or of a wallet that the order is charged to, can land. */
export function hasOtherUnit(orderId: SQL, uid: SQL, wallet: SQL): SQL {
  const canLand = sql`h.id <> ${orderId} AND h.hold = 'held' AND h.status = 'awaiting'
    AND h.built_form = 'cosigned'`;
  return sql`(EXISTS (SELECT 1 FROM orders h WHERE ${canLand} AND h.buyer_uid = ${uid})
    OR EXISTS (SELECT 1 FROM orders h WHERE ${canLand} AND h.built_for = ${wallet})
    OR EXISTS (SELECT 1 FROM stock_charges mine
      JOIN stock_charges c ON c.wallet = mine.wallet AND c.order_id <> mine.order_id
      JOIN orders h ON h.id = c.order_id AND ${canLand} WHERE mine.order_id = ${orderId}))`;
}

/**
 * Of a row of `orders`: fewer pre-signed transactions hold units for this network address than may. An
 * order that a signed-in person opened is not counted.
 */
export function isUnderAddressLimit(address: string | null, now: number, scale: number): SQL {
  const owned = sql`SELECT h.id FROM unproved_holds u JOIN orders h ON h.id = u.order_id
    WHERE u.address = ${address} AND h.id <> orders.id`;
  const paid = sql`(SELECT count(*) FROM (${owned} AND h.status = 'paid'
    AND h.settled_at > ${now - PAID_HOLD_COUNTS_MS}))`;
  return sql`(orders.buyer_uid IS NOT NULL OR
    (SELECT count(*) FROM (${owned} AND h.hold = 'held' AND h.status = 'awaiting')) <
      ${scale} * min(${MAX_UNPROVED_AFTER_PAYMENTS}, ${MAX_UNPROVED_PER_ADDRESS} + ${paid}))`;
}

/** Of a row of `orders`: its buyer has fewer pre-signed transactions that hold units. */
export function isUnderAccountLimit(id: string): SQL {
  return sql`(SELECT count(*) FROM orders h WHERE h.id <> ${id} AND h.hold = 'held'
    AND h.status = 'awaiting' AND h.buyer_uid = orders.buyer_uid) < ${MAX_PRESIGNED_PER_ACCOUNT}`;
}
