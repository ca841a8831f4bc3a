import { type SQL, sql } from "drizzle-orm";
import { OPEN_STATUSES, UNDECIDED_STATUSES } from "../../app/orders/rules/order-state";
import { sqlList } from "../client";
import { moveThreads } from "../messages/account-threads";
import { freeFavourites } from "../shop/favourite-count";
import { hasGoogle, hasPassword } from "./login-methods";

/** Condition on orders: a wallet may be signing their payment now. */
export const PAYING = sql`(status IN ${sqlList(OPEN_STATUSES)}
  AND (status = 'awaiting' OR hold = 'held'))`;

/** Condition on orders: their seller has to decide on an incoming payment. */
export const UNDECIDED = sql`status IN ${sqlList(UNDECIDED_STATUSES)}`;

/** Statements that reassign or delete the rows of an account while `condition` holds. */
export function rowsOf(uid: string, condition: SQL) {
  const giveTo = (heir: string, table: string, column: string) =>
    sql`UPDATE ${sql.raw(table)} SET ${sql.raw(column)} = ${heir}
      WHERE ${sql.raw(column)} = ${uid} AND ${condition}`;
  return {
    giveTo,
    /** The ledger with its totals by day. */
    giveLedgerTo: (heir: string): SQL[] => [
      sql`INSERT INTO seller_days (owner_uid, day, sales, gross_lamports, fee_lamports)
        SELECT ${heir}, day, sales, gross_lamports, fee_lamports FROM seller_days
        WHERE owner_uid = ${uid} AND ${condition}
        ON CONFLICT (owner_uid, day) DO UPDATE SET sales = sales + excluded.sales,
          gross_lamports = gross_lamports + excluded.gross_lamports,
          fee_lamports = fee_lamports + excluded.fee_lamports`,
      sql`DELETE FROM seller_days WHERE owner_uid = ${uid} AND ${condition}`,
      giveTo(heir, "ledger", "owner_uid"),
    ],
    drop: (table: string) => sql`DELETE FROM ${sql.raw(table)} WHERE uid = ${uid} AND ${condition}`,
  };
}

/** Products for which both accounts have an open payment. */
export function bothPaying(from: string, to: string): SQL {
  return sql`SELECT product_id FROM orders WHERE buyer_uid = ${from} AND ${PAYING}
    INTERSECT SELECT product_id FROM orders WHERE buyer_uid = ${to} AND ${PAYING}`;
}

/** SQL condition: the account has a login method besides its wallet. */
export const hasOtherLogin = (uid: string): SQL => sql`(${hasPassword(uid)} OR ${hasGoogle(uid)})`;

/**
 * The batch of a merge. D1 runs it as one transaction. Every statement checks that the account is
 * still open, and the account closes last, so that running it again changes nothing.
 */
export function mergeStatements(
  { from, to, wallet }: { from: string; to: string; wallet: string },
  at: number,
): SQL[] {
  const open = sql`(
    EXISTS (SELECT 1 FROM users WHERE uid = ${from} AND wallet = ${wallet} AND deleted_at IS NULL)
    AND EXISTS (SELECT 1 FROM users WHERE uid = ${to} AND deleted_at IS NULL)
    AND ${from} <> ${to}
    AND NOT ${hasOtherLogin(from)} AND NOT EXISTS (${bothPaying(from, to)}))`;
  const closed = sql`EXISTS (SELECT 1 FROM users WHERE uid = ${from} AND deleted_at = ${at})
    AND NOT EXISTS (SELECT 1 FROM users WHERE wallet = ${wallet})`;
  const { giveTo, giveLedgerTo, drop } = rowsOf(from, open);
  // A granted plan stays. One by a token ends with its wallet, which that of the merged account replaces.
  const planAfterMerge = (column: string) => sql`CASE WHEN plan <> 'free' AND plan_read_at IS NULL
    THEN ${sql.raw(column)} ELSE (SELECT ${sql.raw(column)} FROM users WHERE uid = ${from}) END`;
  return [
    expireRedundant({ of: from, other: to, open }, at),
    expireRedundant({ of: to, other: from, open }, at),
    ...movePurchases({ from, to, open }),
    giveTo(to, "download_tokens", "uid"),
    drop("handovers"),
    drop("followed_orders"),
    // An account has one place in a line of buyers.
    sql`UPDATE OR IGNORE stock_line SET uid = ${to} WHERE uid = ${from} AND ${open}`,
    drop("stock_line"),
    sql`UPDATE OR IGNORE account_penalties SET uid = ${to} WHERE uid = ${from} AND ${open}`,
    drop("account_penalties"),
    giveTo(to, "orders", "owner_uid"),
    ...giveLedgerTo(to),
    ...moveThreads({ from, to, open }),
    giveTo(to, "threads", "owner_uid"),
    giveTo(to, "threads", "buyer_uid"),
    giveTo(to, "products", "owner_uid"),
    giveTo(to, "files", "owner_uid"),
    giveTo(to, "media", "owner_uid"),
    giveTo(to, "unnamed_media", "owner_uid"),
    sql`INSERT OR IGNORE INTO favourites (uid, product_id, added_at)
        SELECT ${to}, product_id, added_at FROM favourites WHERE uid = ${from} AND ${open}
          AND product_id NOT IN (SELECT product_id FROM favourites WHERE uid = ${to})
        ORDER BY added_at DESC, rowid DESC LIMIT ${freeFavourites(to)}`,
    drop("favourites"),
    ...moveSellPage({ from, to, open }),
    drop("sell_page_products"),
    drop("sell_pages"),
    drop("sessions"),
    drop("wallet_challenges"),
    drop("recovery_codes"),
    sql`UPDATE users SET wallet = NULL, wallet_linked_at = NULL, display_name = '',
        deleted_at = ${at} WHERE uid = ${from} AND ${open}`,
    sql`UPDATE users SET wallet = ${wallet}, wallet_linked_at = ${at},
        plan = ${planAfterMerge("plan")}, plan_read_at = ${planAfterMerge("plan_read_at")},
        plan_mint = ${planAfterMerge("plan_mint")}, plan_tried_at = ${planAfterMerge("plan_tried_at")}
        WHERE uid = ${to} AND deleted_at IS NULL AND ${closed}`,
  ];
}

interface Move {
  from: string;
  to: string;
  open: SQL;
}

/** Expires open orders for products that the other account owns, has bought or is paying for. */
function expireRedundant(
  { of, other, open }: { of: string; other: string; open: SQL },
  at: number,
) {
  return sql`UPDATE orders SET status = 'expired', updated_at = ${at}
    WHERE buyer_uid = ${of} AND status = 'pending' AND hold <> 'held' AND ${open} AND (
      owner_uid IN (${of}, ${other})
      OR EXISTS (SELECT 1 FROM orders o WHERE o.buyer_uid = ${other}
        AND o.product_id = orders.product_id AND o.status IN ${sqlList(OPEN_STATUSES)})
      OR EXISTS (SELECT 1 FROM purchases p WHERE p.uid = ${other}
        AND p.product_id = orders.product_id AND p.revoked_at IS NULL))`;
}

/**
 * An account owns a product once. Where both bought it, the wallet's purchase and its order stay
 * with the closed account; a revoked purchase is deleted in favour of a valid one.
 */
function movePurchases({ from, to, open }: Move) {
  const live = (uid: string) => sql`SELECT product_id FROM purchases
    WHERE uid = ${uid} AND revoked_at IS NULL`;
  const twice = sql`SELECT order_id FROM purchases
    WHERE uid = ${from} AND revoked_at IS NULL AND product_id IN (${live(to)})`;
  return [
    sql`DELETE FROM purchases WHERE uid = ${to} AND revoked_at IS NOT NULL
      AND product_id IN (${live(from)}) AND ${open}`,
    sql`DELETE FROM purchases WHERE uid = ${from} AND revoked_at IS NOT NULL
      AND product_id IN (SELECT product_id FROM purchases WHERE uid = ${to}) AND ${open}`,
    sql`UPDATE orders SET buyer_uid = ${to}
      WHERE buyer_uid = ${from} AND id NOT IN (${twice}) AND ${open}`,
    sql`UPDATE purchases SET uid = ${to}
      WHERE uid = ${from} AND order_id NOT IN (${twice}) AND ${open}`,
  ];
}

/** Moves the page where the other account has none, and appends its products to the other page. */
function moveSellPage({ from, to, open }: Move) {
  return [
    sql`INSERT OR IGNORE INTO sell_pages
      (uid, banner_key, logo_key, description, website, twitter, instagram, updated_at)
      SELECT ${to}, banner_key, logo_key, description, website, twitter, instagram, updated_at
      FROM sell_pages WHERE uid = ${from} AND ${open}`,
    sql`INSERT OR IGNORE INTO sell_page_products (uid, product_id, position)
      SELECT ${to}, product_id, position + (SELECT coalesce(max(position) + 1, 0)
        FROM sell_page_products WHERE uid = ${to})
      FROM sell_page_products WHERE uid = ${from} AND ${open}`,
  ];
}
