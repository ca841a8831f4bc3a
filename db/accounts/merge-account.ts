import { type SQL, sql } from "drizzle-orm";
import { personRows } from "./claimed-rows";
import { hasGoogle, hasPassword } from "./login-methods";
import type { HigherSubjects } from "./person-rows";
import { NO_SELLER_STATUS, takeSellerStatus } from "./seller-columns";

/** SQL condition: the account has a login method besides its wallet. */
export const hasOtherLogin = (uid: string): SQL => sql`(${hasPassword(uid)} OR ${hasGoogle(uid)})`;

/**
 * The batch of a merge. D1 runs it as one transaction. Every statement checks that the account is
 * still open, and the account closes last, so that running it again changes nothing.
 */
export function mergeStatements(
  { from, to, wallet }: { from: string; to: string; wallet: string },
  at: number,
  { people, orders }: Pick<HigherSubjects, "people" | "orders">,
): SQL[] {
  const open = sql`(
    EXISTS (SELECT 1 FROM users WHERE uid = ${from} AND wallet = ${wallet} AND deleted_at IS NULL)
    AND EXISTS (SELECT 1 FROM users WHERE uid = ${to} AND deleted_at IS NULL)
    AND ${from} <> ${to}
    AND NOT ${hasOtherLogin(from)} AND NOT ${orders.bothPaying(from, to)})`;
  const closed = sql`EXISTS (SELECT 1 FROM users WHERE uid = ${from} AND deleted_at = ${at})
    AND NOT EXISTS (SELECT 1 FROM users WHERE wallet = ${wallet})`;
  // A granted plan stays. One by a token ends with its wallet, which that of the merged account replaces.
  const planAfterMerge = (column: string) => sql`CASE WHEN plan <> 'free' AND plan_read_at IS NULL
    THEN ${sql.raw(column)} ELSE (SELECT ${sql.raw(column)} FROM users WHERE uid = ${from}) END`;
  return [
    ...[...people, personRows].flatMap((rows) => rows.reassign({ from, to, at, open })),
    // While the merged account is open; closing it removes its own.
    sql`UPDATE users SET may_give_free = 1 WHERE uid = ${to} AND ${open}
        AND EXISTS (SELECT 1 FROM users WHERE uid = ${from} AND may_give_free)`,
    takeSellerStatus({ from, to }, open),
    sql`UPDATE users SET wallet = NULL, wallet_linked_at = NULL, display_name = '',
        ${NO_SELLER_STATUS}, may_give_free = 0, deleted_at = ${at} WHERE uid = ${from} AND ${open}`,
    sql`UPDATE users SET wallet = ${wallet}, wallet_linked_at = ${at},
        plan = ${planAfterMerge("plan")}, plan_read_at = ${planAfterMerge("plan_read_at")},
        plan_mint = ${planAfterMerge("plan_mint")}, plan_tried_at = ${planAfterMerge("plan_tried_at")}
        WHERE uid = ${to} AND deleted_at IS NULL AND ${closed}`,
  ];
}
