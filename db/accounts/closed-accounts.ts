import { type Column, type SQL, sql } from "drizzle-orm";

/** True inside a statement where the account `uid` is merged into another or deleted. */
export function isClosed(uid: Column | string): SQL {
  return sql`EXISTS (SELECT 1 FROM users u WHERE u.uid = ${uid} AND u.deleted_at IS NOT NULL)`;
}
