import type { ReferenceKeys } from "../../app/orders/ports";

/** Rows that are read at once; two statements of D1 hold their keys. */
const ROWS_AT_ONCE = 200;

/** Where secret keys of references are stored. */
const TABLES = [
  { table: "orders", key: "id" },
  { table: "refunds", key: "reference" },
  { table: "share_payments", key: "reference" },
] as const;

/** Whoever knows the session secret can compute the first link of a purchase; buttons make new ones. */
export const REMOVE_LINKS = "DELETE FROM download_tokens";

export interface ResealedRows {
  resealed: number;
  /** Opened by no secret that is given: the key is lost. */
  unreadable: number;
}

interface SealedRow {
  key: string;
  sealed: string;
}

/**
 * Encrypts the stored keys again under the current session secret. Each row changes only while it is what
 * was read, so that it may run beside the app, and again after it was interrupted.
 *
 * @param currentId id of the current secret
 */
export async function resealStoredKeys(
  db: Pick<D1Database, "prepare" | "batch">,
  referenceKeys: Pick<ReferenceKeys, "reseal">,
  currentId: string,
): Promise<ResealedRows> {
  const done = { resealed: 0, unreadable: 0 };
  const current = `${currentId}.`;
  for (const { table, key } of TABLES) {
    for (let last = ""; ; ) {
      const { results } = await db
        .prepare(
          `SELECT ${key} AS key, reference_secret AS sealed FROM ${table}
            WHERE ${key} > ? AND substr(reference_secret, 1, ${current.length}) <> ?
            ORDER BY ${key} LIMIT ${ROWS_AT_ONCE}`,
        )
        .bind(last, current)
        .all<SealedRow>();
      const end = results.at(-1);
      if (!end) break;
      const rows = await Promise.all(
        results.map(async (row) => ({ ...row, fresh: await referenceKeys.reseal(row.sealed) })),
      );
      const writes = rows
        .filter(({ fresh }) => fresh !== null)
        .map((row) =>
          db
            .prepare(
              `UPDATE ${table} SET reference_secret = ? WHERE ${key} = ? AND reference_secret = ?`,
            )
            .bind(row.fresh, row.key, row.sealed),
        );
      if (writes.length > 0) await db.batch(writes);
      done.resealed += writes.length;
      done.unreadable += rows.length - writes.length;
      last = end.key;
    }
  }
  return done;
}
