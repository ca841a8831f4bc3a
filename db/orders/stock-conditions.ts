import { type SQL, sql } from "drizzle-orm";
import {
  MAX_PRESIGNED_PER_ACCOUNT,
  PENALTY_BASE_MS,
  PENALTY_MAX_MS,
  PENALTY_RESET_MS,
  PRESIGNED_SHARE,
  REST_BASE_MS,
  REST_MAX_MS,
} from "../../app/orders/rules/stock-limits";

/**
 * The number of live places in line before that of an order; all of its product where it has none.
 * `order` is the name of its row. With a `minValidHeight`, only places count whose transaction is valid
 * until that block height or later.
 */
export function placesAhead(order: SQL, now: number, minValidHeight: number | null): SQL {
  const place = sql`(SELECT m.id FROM stock_line m WHERE m.order_id = ${order}.id)`;
  const isValid =
    minValidHeight === null ? sql`1` : sql`l.last_valid_block_height >= ${minValidHeight}`;
  return sql`(SELECT count(*) FROM stock_line l WHERE l.product_id = ${order}.product_id
    AND l.ends_at > ${now} AND ${isValid}
    AND l.order_id <> ${order}.id AND (${place} IS NULL OR l.id < ${place}))`;
}

/** Of a row of `orders`: a unit of its product is left after those who wait in line before it. */
export function hasFreeUnit(minValidHeight: number, now: number): SQL {
  return sql`EXISTS (SELECT 1 FROM products p WHERE p.id = orders.product_id
    AND p.sold + p.held + ${placesAhead(sql`orders`, now, minValidHeight)} < p.sale_limit)`;
}

/** Of a row of `orders`: its terms are those of the product. */
export function isOnSale(): SQL {
  return sql`EXISTS (SELECT 1 FROM products p WHERE p.id = orders.product_id AND p.status = 'active'
    AND p.price_lamports = orders.price_lamports AND p.recipient = orders.recipient)`;
}

const presignedHolds = sql`(SELECT count(*) FROM orders h WHERE h.product_id = p.id
  AND h.hold = 'held' AND h.status = 'awaiting'
  AND coalesce(h.built_form, 'presigned') = 'presigned')`;

/** Pre-signed transactions of a product `p` that may hold a unit at a time. */
const presignedShare = sql`max(1,
  (p.sale_limit - p.sold - p.held + ${presignedHolds}) / ${sql.raw(String(PRESIGNED_SHARE))})`;

/** Of a row of `orders`: another pre-signed transaction may hold a unit. */
export function isWithinPresignedShare(now: number): SQL {
  const rests = sql`(SELECT count(*) FROM presigned_rests r
    WHERE r.product_id = p.id AND r.ends_at > ${now})`;
  return sql`EXISTS (SELECT 1 FROM products p WHERE p.id = orders.product_id
    AND ${presignedHolds} + ${rests} < ${presignedShare})`;
}

/** Rest of a unit that was not paid: longer by its base for each time that the share was used up. */
export function restMs(now: number): SQL {
  const recent = sql`(SELECT count(*) FROM presigned_rests r
    WHERE r.product_id = o.product_id AND r.created_at > ${now - REST_MAX_MS})`;
  const share = sql`(SELECT ${presignedShare} FROM products p WHERE p.id = o.product_id)`;
  return sql`min(${REST_MAX_MS}, ${REST_BASE_MS} * (1 + ${recent} / ${share}))`;
}

export function penalize(now: number, where: SQL): SQL {
  return sql`INSERT INTO payer_penalties (wallet, failures, last_at, ends_at)
    SELECT o.built_for, 1, ${now}, ${now + PENALTY_BASE_MS} FROM orders o WHERE ${where}
    ON CONFLICT (wallet) DO UPDATE SET
      failures = CASE WHEN last_at <= ${now - PENALTY_RESET_MS} THEN 1 ELSE failures + 1 END,
      ends_at = ${now} + CASE WHEN last_at <= ${now - PENALTY_RESET_MS} THEN ${PENALTY_BASE_MS}
        ELSE min(${PENALTY_MAX_MS}, ${PENALTY_BASE_MS} << min(failures, 16)) END,
      last_at = ${now}`;
}

export function hasPenalty(wallet: string, now: number): SQL {
  return sql`EXISTS (SELECT 1 FROM payer_penalties y
    WHERE y.wallet = ${wallet} AND y.ends_at > ${now})`;
}

/** Of a row of `orders`: wallet or buyer have another co-signed transaction that can land. */
export function hasOtherHold(id: string, wallet: string): SQL {
  return sql`EXISTS (SELECT 1 FROM orders h WHERE h.id <> ${id} AND h.hold = 'held'
    AND h.status = 'awaiting' AND h.built_form = 'cosigned'
    AND (h.built_for = ${wallet} OR h.buyer_uid = orders.buyer_uid))`;
}

/** Of a row of `orders`: its buyer has fewer pre-signed transactions that hold units. */
export function isUnderAccountLimit(id: string): SQL {
  return sql`(SELECT count(*) FROM orders h WHERE h.id <> ${id} AND h.hold = 'held'
    AND h.status = 'awaiting' AND h.buyer_uid = orders.buyer_uid) < ${MAX_PRESIGNED_PER_ACCOUNT}`;
}
