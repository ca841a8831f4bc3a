import { type SQL, sql } from "drizzle-orm";

/**
 * SQL: bytes that an account stores. Unfinished uploads count as announced, and a removed version until
 * its object is removed. Files of deleted products count beyond `maxStoredBytes` alone: their bytes are
 * given back at once, and objects that wait for their removal take as much again at most.
 */
export function storedBytesOf(ownerUid: string, maxStoredBytes: number): SQL {
  return sql`((SELECT coalesce(sum(size_bytes), 0) FROM files WHERE owner_uid = ${ownerUid})
    + (SELECT coalesce(sum(size_bytes), 0) FROM media WHERE owner_uid = ${ownerUid})
    + (SELECT coalesce(sum(size_bytes) FILTER (WHERE NOT of_deleted), 0)
        + max(0, coalesce(sum(size_bytes) FILTER (WHERE of_deleted), 0) - ${maxStoredBytes})
      FROM unnamed_media WHERE owner_uid = ${ownerUid}))`;
}

/** SQL condition: the account may store another object of this size. */
export function hasStorageFor(
  { ownerUid, sizeBytes }: { ownerUid: string; sizeBytes: number | SQL },
  maxStoredBytes: number,
): SQL {
  return sql`${storedBytesOf(ownerUid, maxStoredBytes)} + ${sizeBytes} <= ${maxStoredBytes}`;
}
