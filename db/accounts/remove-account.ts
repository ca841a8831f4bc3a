import { type SQL, sql } from "drizzle-orm";
import { removeUnreadableThreads } from "../messages/account-threads";
import { PAYING, rowsOf, UNDECIDED } from "./merge-account";

/** Condition on orders: an unproved wallet asked for it, and nothing that was built can land. */
const UNBUILT_WITHOUT_BUYER = sql`buyer_uid IS NULL AND status = 'pending'`;

/** Products of a user that have no buyer and no open order. */
export function unsold(uid: string): SQL {
  return sql`SELECT id FROM products WHERE owner_uid = ${uid}
    AND id NOT IN (SELECT product_id FROM orders WHERE owner_uid = ${uid} AND status <> 'expired'
      AND NOT (${UNBUILT_WITHOUT_BUYER}))
    AND id NOT IN (SELECT product_id FROM ledger WHERE owner_uid = ${uid})`;
}

/**
 * The batch that deletes a user. The first statement inserts the pseudonym if the deletion is
 * allowed, the last one clears the user; every statement between checks both.
 */
export function removeStatements(uid: string, pseudonym: string, at: number): SQL[] {
  const isAllowed = sql`NOT EXISTS (SELECT 1 FROM orders WHERE buyer_uid = ${uid} AND ${PAYING})
    AND NOT EXISTS (SELECT 1 FROM orders WHERE owner_uid = ${uid} AND ${UNDECIDED})`;
  const begun = sql`(EXISTS (SELECT 1 FROM users WHERE uid = ${uid} AND deleted_at IS NULL)
    AND EXISTS (SELECT 1 FROM users WHERE uid = ${pseudonym} AND deleted_at = ${at}))`;
  const { giveTo, giveLedgerTo, drop } = rowsOf(uid, begun);
  return [
    sql`INSERT INTO users (uid, display_name, created_at, deleted_at)
        SELECT ${pseudonym}, '', ${at}, ${at} FROM users
        WHERE uid = ${uid} AND deleted_at IS NULL AND ${isAllowed}`,
    discardImages({ uid, begun }, at),
    ...abandonProducts({ uid, begun }, at),
    sql`UPDATE orders SET status = 'expired', updated_at = ${at}
        WHERE buyer_uid = ${uid} AND status = 'pending' AND ${begun}`,
    sql`UPDATE orders SET status = 'expired', updated_at = ${at}
        WHERE owner_uid = ${uid} AND ${UNBUILT_WITHOUT_BUYER} AND ${begun}`,
    ...removeUnreadableThreads(uid, begun),
    giveTo(pseudonym, "threads", "owner_uid"),
    giveTo(pseudonym, "threads", "buyer_uid"),
    giveTo(pseudonym, "orders", "owner_uid"),
    giveTo(pseudonym, "orders", "buyer_uid"),
    giveTo(pseudonym, "purchases", "uid"),
    ...giveLedgerTo(pseudonym),
    giveTo(pseudonym, "products", "owner_uid"),
    giveTo(pseudonym, "files", "owner_uid"),
    giveTo(pseudonym, "media", "owner_uid"),
    giveTo(pseudonym, "unnamed_media", "owner_uid"),
    drop("download_tokens"),
    drop("handovers"),
    drop("followed_orders"),
    drop("stock_line"),
    drop("account_penalties"),
    drop("favourites"),
    drop("sell_page_products"),
    drop("sell_pages"),
    drop("sessions"),
    drop("wallet_challenges"),
    drop("recovery_codes"),
    drop("google_identities"),
    drop("password_credentials"),
    // The row stays, closed, so that concurrent requests can't write for its uid.
    sql`UPDATE users SET display_name = '', email = '', wallet = NULL, wallet_linked_at = NULL,
        role = 'client', plan = 'free', plan_read_at = NULL, plan_mint = NULL,
        plan_tried_at = NULL, created_at = ${at}, deleted_at = ${at}
        WHERE uid = ${uid} AND ${begun}`,
  ];
}

/** Marks the images of the seller's page and of products without a buyer, for removal. */
function discardImages({ uid, begun }: { uid: string; begun: SQL }, at: number) {
  return sql`UPDATE media SET discarded_at = ${at} WHERE owner_uid = ${uid}
    AND (product_id IS NULL OR product_id IN (${unsold(uid)})) AND ${begun}`;
}

/**
 * Takes sold products off sale. The others become drafts with abandoned uploads, which the cron
 * sweep removes with their files and images, and retries if it is interrupted.
 */
function abandonProducts({ uid, begun }: { uid: string; begun: SQL }, at: number) {
  return [
    sql`UPDATE files SET status = 'uploading', created_at = 0
      WHERE product_id IN (${unsold(uid)}) AND ${begun}`,
    // Replacements of sold products.
    sql`UPDATE files SET created_at = 0
      WHERE owner_uid = ${uid} AND status = 'uploading' AND ${begun}`,
    sql`UPDATE products SET status = 'draft', updated_at = ${at}
      WHERE id IN (${unsold(uid)}) AND ${begun}`,
    sql`UPDATE products SET status = 'disabled', updated_at = max(updated_at + 1, ${at})
      WHERE owner_uid = ${uid} AND status = 'active' AND ${begun}`,
  ];
}
