import { type SQL, sql } from "drizzle-orm";
import { PAYING } from "./merge-account";

/** Products of a person that nobody bought and nobody can be buying. */
export function unsold(uid: string): SQL {
  return sql`SELECT id FROM products WHERE owner_uid = ${uid}
    AND id NOT IN (SELECT product_id FROM orders WHERE owner_uid = ${uid} AND status <> 'expired')
    AND id NOT IN (SELECT product_id FROM ledger WHERE owner_uid = ${uid})`;
}

/**
 * The batch that removes a person. It begins by writing the pseudonym, where nothing stands against
 * it, and ends by emptying the person: every statement between asks for both.
 */
export function removeStatements(uid: string, pseudonym: string, at: number): SQL[] {
  const free = sql`NOT EXISTS (SELECT 1 FROM orders WHERE buyer_uid = ${uid} AND ${PAYING})
    AND NOT EXISTS (SELECT 1 FROM orders WHERE owner_uid = ${uid}
      AND status IN ('review', 'paid_by_other'))`;
  const begun = sql`(EXISTS (SELECT 1 FROM users WHERE uid = ${uid} AND deleted_at IS NULL)
    AND EXISTS (SELECT 1 FROM users WHERE uid = ${pseudonym} AND deleted_at = ${at}))`;
  const give = (table: string, column: string) =>
    sql`UPDATE ${sql.raw(table)} SET ${sql.raw(column)} = ${pseudonym}
        WHERE ${sql.raw(column)} = ${uid} AND ${begun}`;
  const drop = (table: string) =>
    sql`DELETE FROM ${sql.raw(table)} WHERE uid = ${uid} AND ${begun}`;
  return [
    sql`INSERT INTO users (uid, display_name, created_at, deleted_at)
        SELECT ${pseudonym}, '', ${at}, ${at} FROM users
        WHERE uid = ${uid} AND deleted_at IS NULL AND ${free}`,
    ...giveUpProducts({ uid, begun }, at),
    sql`UPDATE orders SET status = 'expired', updated_at = ${at}
        WHERE buyer_uid = ${uid} AND status = 'pending' AND ${begun}`,
    give("orders", "owner_uid"),
    give("orders", "buyer_uid"),
    give("purchases", "uid"),
    give("ledger", "owner_uid"),
    give("products", "owner_uid"),
    give("files", "owner_uid"),
    drop("download_tokens"),
    drop("favourites"),
    drop("sell_page_products"),
    drop("sell_pages"),
    drop("sessions"),
    drop("wallet_challenges"),
    drop("recovery_codes"),
    drop("google_identities"),
    drop("password_credentials"),
    // The id stays closed: a request that was under way can't write for it any more.
    sql`UPDATE users SET display_name = '', email = '', wallet = NULL, wallet_linked_at = NULL,
        role = 'client', plan = 'free', created_at = ${at}, deleted_at = ${at}
        WHERE uid = ${uid} AND ${begun}`,
  ];
}

/**
 * What was sold is taken off sale. The rest becomes drafts whose upload was given up long ago: what
 * removes those, files and images with them, removes these, however often it is interrupted.
 */
function giveUpProducts({ uid, begun }: { uid: string; begun: SQL }, at: number) {
  return [
    sql`UPDATE files SET status = 'uploading', created_at = 0
      WHERE product_id IN (${unsold(uid)}) AND ${begun}`,
    sql`UPDATE products SET status = 'draft', updated_at = ${at}
      WHERE id IN (${unsold(uid)}) AND ${begun}`,
    sql`UPDATE products SET status = 'disabled', updated_at = max(updated_at + 1, ${at})
      WHERE owner_uid = ${uid} AND status = 'active' AND ${begun}`,
  ];
}
