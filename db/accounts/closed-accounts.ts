import { type Column, type SQL, sql } from "drizzle-orm";

/** SQL condition: the account `uid` was merged into another one or deleted. */
export function isClosed(uid: Column | string): SQL {
  return sql`EXISTS (SELECT 1 FROM users u WHERE u.uid = ${uid} AND u.deleted_at IS NOT NULL)`;
}
