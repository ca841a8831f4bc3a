import { UNREAD_RECORDS } from "../../app/licences/rules/unread-records";
import { identifier, type SqlDatabase } from "./database";
import { readTables } from "./tables";

/**
 * Tables whose rows mean nothing after a restore, or would be wrong: who signed out, used a code or
 * revoked a link after the copy is signed in again, and has codes and links that work. People sign in
 * again, and make new recovery codes.
 */
export const SHORT_LIVED_TABLES: ReadonlySet<string> = new Set([
  "sessions",
  "wallet_challenges",
  "recovery_codes",
  "handovers",
  "affiliate_invitations",
  "download_tokens",
  "author_invitations",
  "rate_counters",
  "rate_limits",
  // These have network addresses.
  "followed_orders",
  "unproved_holds",
]);

/** Columns with network addresses, in tables whose rows stay. */
export const ADDRESS_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  withdrawals: ["address_key"],
  grants: ["address"],
};

/**
 * Statement after a restore: the copy may not know who has got which licence key since, and the app reads that back
 * from the file store before it gives one.
 */
export const MARK_LICENCE_RECORDS = `INSERT INTO sweep_progress (name, cursor, updated_at)
  VALUES ('${UNREAD_RECORDS}', '', 0)
  ON CONFLICT (name) DO UPDATE SET cursor = ''`;

/**
 * Deletes what a restore leaves out, after D1's own restore. Returns the number of rows by table.
 * Idempotent: it may be run again where it was interrupted.
 */
export async function deleteShortLived(db: SqlDatabase): Promise<Record<string, number>> {
  const known = new Set((await readTables(db)).map(({ name }) => name));
  const tables = [...SHORT_LIVED_TABLES].filter((name) => known.has(name));
  const counted = tables.map(
    (name) => `(SELECT count(*) FROM ${identifier(name)}) AS ${identifier(name)}`,
  );
  const [counts = {}] = await db.query(`SELECT ${counted.join(", ")}`);
  const addresses = Object.entries(ADDRESS_COLUMNS).flatMap(([table, columns]) =>
    columns.map((column) => `UPDATE ${identifier(table)} SET ${identifier(column)} = NULL`),
  );
  await db.execute([
    ...tables.map((name) => `DELETE FROM ${identifier(name)}`),
    ...addresses,
    MARK_LICENCE_RECORDS,
  ]);
  return Object.fromEntries(tables.map((name) => [name, Number(counts[name] ?? 0)]));
}
