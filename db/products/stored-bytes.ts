import { type SQL, sql } from "drizzle-orm";

/**
 * SQL: bytes that an account stores. Unfinished uploads count as announced, and a removed version until
 * its object is removed.
 */
export function storedBytesOf(ownerUid: string): SQL {
  return sql`((SELECT coalesce(sum(size_bytes), 0) FROM files WHERE owner_uid = ${ownerUid})
    + (SELECT coalesce(sum(size_bytes), 0) FROM media WHERE owner_uid = ${ownerUid})
    + (SELECT coalesce(sum(size_bytes), 0) FROM unnamed_media WHERE owner_uid = ${ownerUid}))`;
}

/** SQL condition: the account may store another object of this size. */
export function hasStorageFor(
  { ownerUid, sizeBytes }: { ownerUid: string; sizeBytes: number },
  maxStoredBytes: number,
): SQL {
  return sql`${storedBytesOf(ownerUid)} + ${sizeBytes} <= ${maxStoredBytes}`;
}
