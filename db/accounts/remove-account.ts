import { type SQL, sql } from "drizzle-orm";
import { personRows } from "./claimed-rows";
import type { HigherSubjects } from "./person-rows";
import { NO_SELLER_STATUS } from "./seller-columns";

/**
 * The batch that deletes a user. The first statement inserts the pseudonym if the deletion is
 * allowed, the last one clears the user; every statement between checks both.
 */
export function removeStatements(
  { uid, pseudonym, at }: { uid: string; pseudonym: string; at: number },
  { people, orders }: Pick<HigherSubjects, "people" | "orders">,
): SQL[] {
  const begun = sql`(EXISTS (SELECT 1 FROM users WHERE uid = ${uid} AND deleted_at IS NULL)
    AND EXISTS (SELECT 1 FROM users WHERE uid = ${pseudonym} AND deleted_at = ${at}))`;
  const deletion = { uid, pseudonym, at, begun, unsold: orders.unsold(uid) };
  return [
    sql`INSERT INTO users (uid, display_name, created_at, deleted_at)
        SELECT ${pseudonym}, '', ${at}, ${at} FROM users
        WHERE uid = ${uid} AND deleted_at IS NULL AND ${orders.allowDeletion(uid)}`,
    ...[...people, personRows].flatMap((rows) => rows.remove(deletion)),
    // The row stays, closed, so that concurrent requests can't write for its uid.
    sql`UPDATE users SET display_name = '', email = '', wallet = NULL, wallet_linked_at = NULL,
        role = 'client', plan = 'free', plan_read_at = NULL, plan_mint = NULL,
        plan_tried_at = NULL, may_give_free = 0, ${NO_SELLER_STATUS}, created_at = ${at}, deleted_at = ${at}
        WHERE uid = ${uid} AND ${begun}`,
  ];
}
