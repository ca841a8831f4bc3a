import { eq, type SQL, sql } from "drizzle-orm";
import type {
  PreparedFile,
  PreparedRelease,
  Release,
  ReleaseFile,
} from "../../app/products/rules/release";
import { type Db, readBatch, runBatch } from "../client";
import { releases } from "../schema/index";

/** Old files of one run of the cron that releases are made of. */
const OLD_FILES_AT_ONCE = 500;

export type Releases = ReturnType<typeof releasesIn>;

/** Orders, as products see them. */
export interface AboveProducts {
  /** SQL condition: somebody may download the release with this id. */
  isReleaseHeld(id: SQL): SQL;
}

/** What products deliver, and have delivered. */
export function releasesIn(
  db: Db,
  { isReleaseHeld }: AboveProducts,
  oldFilesAtOnce = OLD_FILES_AT_ONCE,
) {
  return {
    /** The files of a release, in order. Empty where there is none of this id. */
    async filesOf(releaseId: string): Promise<ReleaseFile[]> {
      const [found = []] = await readBatch(db, [filesOfRelease(sql`${releaseId}`)]);
      return found as ReleaseFile[];
    },

    /** When a release went on sale. Epoch ms; 0 where that is not known. */
    async publishedAt(releaseId: string): Promise<number> {
      const row = await db
        .select({ at: releases.publishedAt })
        .from(releases)
        .where(eq(releases.id, releaseId))
        .get();
      return row?.at ?? 0;
    },

    /** Published releases of a product, the newest first, with their files. */
    async publishedOf(productId: string, limit: number): Promise<Release[]> {
      const some = sql`SELECT * FROM (${publishedReleases(productId)})
        ORDER BY publishedAt DESC, number DESC LIMIT ${limit}`;
      const [found = [], theirFiles = []] = await readBatch(db, [
        some,
        sql`SELECT r.id AS releaseId, f.* FROM (${some}) r JOIN (${filesOfReleases(productId)}) f
          ON f.releaseId = r.id ORDER BY f.position`,
      ]);
      const itsFiles = theirFiles as (ReleaseFile & { releaseId: string })[];
      return (found as Omit<Release, "files">[]).map((release) => ({
        ...release,
        files: itsFiles
          .filter(({ releaseId }) => releaseId === release.id)
          .map(({ releaseId: _, ...file }) => file),
      }));
    },

    /** The release of a product whose files arrive; null without one. */
    async inPreparation(productId: string): Promise<PreparedRelease | null> {
      const found = await readPreparation(db, productId);
      if (found) return found;
      const old = await db.get(sql`SELECT 1 FROM files WHERE ${oldUploadsOf(productId)}`);
      if (!old) return null;
      await runBatch(db, adoptOldUploads(productId));
      return readPreparation(db, productId);
    },

    /** Replaced releases whose check is due at this time (epoch ms), oldest first. */
    async toCheck(now: number, limit: number): Promise<{ id: string; isHeld: boolean }[]> {
      const rows = await db.all<{ id: string; isHeld: number }>(
        releasesDue({ now, limit }, isReleaseHeld),
      );
      return rows.map((row) => ({ ...row, isHeld: row.isHeld === 1 }));
    },

    /** Sets when these releases are checked again (epoch ms). */
    async postponeCheck(ids: readonly string[], until: number): Promise<void> {
      if (ids.length === 0) return;
      await db.run(sql`UPDATE releases SET purge_check_at = ${until}
        WHERE purge_check_at IS NOT NULL
          AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
    },

    /**
     * Removes a replaced release that no purchase holds, and the records of its files that no other release
     * has. Their objects are unnamed from then on (epoch ms), and are removed as such.
     */
    async remove(id: string, at: number): Promise<void> {
      const unheld = sql`EXISTS (SELECT 1 FROM releases WHERE id = ${id}
        AND purge_check_at IS NOT NULL AND NOT ${isReleaseHeld(sql`releases.id`)})`;
      const its = sql`status = 'replaced' AND ${unheld} AND NOT ${isReleaseHeld(sql`files.key`)} AND key IN (
        SELECT m.file_key FROM release_files m WHERE m.release_id = ${id} AND NOT EXISTS (
          SELECT 1 FROM release_files o WHERE o.file_key = m.file_key AND o.release_id <> ${id}))`;
      await runBatch(db, [
        sql`INSERT OR IGNORE INTO unnamed_media (key, since, owner_uid, size_bytes, of_deleted)
          SELECT storage_path, ${at}, owner_uid, size_bytes, 0 FROM files WHERE ${its}`,
        sql`DELETE FROM file_parts WHERE file_key IN (SELECT key FROM files WHERE ${its})`,
        sql`DELETE FROM files WHERE ${its}`,
        sql`DELETE FROM release_files WHERE release_id = ${id} AND ${unheld}`,
        sql`DELETE FROM releases WHERE id = ${id} AND ${unheld}`,
      ]);
    },

    /**
     * Makes releases of files that an older Worker published, oldest first. Returns of how many. It may be run
     * again, and beside that Worker.
     */
    async fill(): Promise<number> {
      const some = sql`files.key IN (SELECT key FROM files WHERE in_release IS NULL
        AND status <> 'uploading' ORDER BY created_at LIMIT ${oldFilesAtOnce})`;
      return (await runBatch(db, releasesOfOldFiles(some))).at(-1) ?? 0;
    },
  };
}

async function readPreparation(db: Db, productId: string): Promise<PreparedRelease | null> {
  const from = sql`releases r JOIN release_files m ON m.release_id = r.id`;
  const prepared = sql`r.product_id = ${productId} AND r.published_at IS NULL`;
  const [releaseRows = [], fileRows = [], partRows = []] = await readBatch(db, [
    sql`SELECT r.id, r.number, r.note FROM releases r WHERE ${prepared}`,
    sql`SELECT m.position, m.name, ${sql.raw(UPLOAD_COLUMNS)}
      FROM ${from} JOIN files f ON f.key = m.file_key WHERE ${prepared} ORDER BY m.position`,
    sql`SELECT p.file_key AS key, p.part_number AS partNumber
      FROM ${from} JOIN file_parts p ON p.file_key = m.file_key WHERE ${prepared}
      ORDER BY p.part_number`,
  ]);
  const [release] = releaseRows as Pick<PreparedRelease, "id" | "number" | "note">[];
  if (!release || fileRows.length === 0) return null;
  const parts = partRows as { key: string; partNumber: number }[];
  const itsFiles = (fileRows as Omit<PreparedFile, "received">[]).map((file) => ({
    ...file,
    received: parts.flatMap(({ key, partNumber }) => (key === file.key ? [partNumber] : [])),
  }));
  return { ...release, files: itsFiles };
}

/** SQL condition on files: uploads that an older Worker has started. */
function oldUploadsOf(productId: string): SQL {
  return sql`product_id = ${productId} AND status = 'uploading' AND in_release IS NULL`;
}

/**
 * Statements that prepare a release of an upload that an older Worker has started. Files that it published before
 * become releases first: the prepared one comes after them, and may replace the last.
 */
export function adoptOldUploads(productId: string): SQL[] {
  const old = oldUploadsOf(productId);
  return [
    ...releasesOfOldFiles(sql`files.product_id = ${productId}`),
    sql`INSERT OR IGNORE INTO releases (id, product_id, number, note, created_at)
      SELECT key, product_id, 1 + (SELECT coalesce(max(r.number), 0) FROM releases r
        WHERE r.product_id = files.product_id), note, created_at
      FROM files WHERE ${old} LIMIT 1`,
    sql`INSERT OR IGNORE INTO release_files (release_id, position, file_key, name)
      SELECT key, 1, key, file_name FROM files WHERE ${old}
        AND key IN (SELECT id FROM releases WHERE product_id = ${productId})`,
    sql`UPDATE files SET in_release = 1 WHERE ${old}
      AND key IN (SELECT id FROM releases WHERE product_id = ${productId})`,
  ];
}

/** Statements that make a release of each published file that has none. `some`: SQL condition on `files`. */
export function releasesOfOldFiles(some: SQL): SQL[] {
  const old = sql`files.in_release IS NULL AND files.status <> 'uploading' AND ${some}`;
  return [
    sql`INSERT OR IGNORE INTO releases
        (id, product_id, number, note, created_at, published_at, replaced_at, purge_check_at)
      SELECT key, product_id,
        (SELECT coalesce(max(r.number), 0) FROM releases r WHERE r.product_id = files.product_id)
          + row_number() OVER (PARTITION BY product_id ORDER BY ${PUBLISHED_AT}, key),
        note, created_at, ${PUBLISHED_AT}, replaced_at, purge_check_at
      FROM files WHERE ${old}`,
    sql`INSERT OR IGNORE INTO release_files (release_id, position, file_key, name)
      SELECT key, 1, key, file_name FROM files WHERE ${old}`,
    sql`UPDATE products SET release_id = file_key WHERE release_id IS NULL
      AND id IN (SELECT product_id FROM files WHERE ${old}) AND file_key IN (
        SELECT key FROM files WHERE ${old})`,
    // Last: it ends the condition. Older Workers must not check what a release holds.
    sql`UPDATE files SET in_release = 1, purge_check_at = NULL WHERE ${old}`,
  ];
}

const PUBLISHED_AT = sql`coalesce(files.completed_at, files.created_at)`;

/** Columns of a `ReleaseFile` of a row `f` of files. */
export const FILE_COLUMNS = `f.key, f.storage_path AS storagePath, f.content_type AS contentType,
  f.size_bytes AS sizeBytes, f.sha256, f.status`;

/** Columns of a `ProtectedFile` of a row `f` of files. */
const UPLOAD_COLUMNS = `${FILE_COLUMNS}, f.owner_uid AS ownerUid, f.product_id AS productId,
  f.file_name AS fileName, f.upload_id AS uploadId, f.part_size_bytes AS partSizeBytes,
  f.modified_at AS modifiedAt, f.created_at AS createdAt, f.completed_at AS completedAt`;

/**
 * `SELECT` of the files of a release, in order. The key of a file is also the id of a release of it alone, where an
 * older Worker wrote it.
 */
export function filesOfRelease(id: SQL): SQL {
  return sql`SELECT m.position, m.name, ${sql.raw(FILE_COLUMNS)}
    FROM release_files m JOIN files f ON f.key = m.file_key WHERE m.release_id = ${id}
    UNION ALL
    SELECT 1, f.file_name, ${sql.raw(FILE_COLUMNS)} FROM files f
    WHERE f.key = ${id} AND NOT EXISTS (SELECT 1 FROM release_files WHERE release_id = ${id})
    ORDER BY 1`;
}

/** As `filesOfRelease`, of all releases of a product, with `releaseId`. */
function filesOfReleases(productId: string): SQL {
  return sql`SELECT r.id AS releaseId, m.position, m.name, ${sql.raw(FILE_COLUMNS)}
    FROM releases r JOIN release_files m ON m.release_id = r.id JOIN files f ON f.key = m.file_key
    WHERE r.product_id = ${productId}
    UNION ALL
    SELECT f.key, 1, f.file_name, ${sql.raw(FILE_COLUMNS)} FROM files f
    WHERE f.product_id = ${productId} AND f.in_release IS NULL AND f.status <> 'uploading'`;
}

function publishedReleases(productId: string): SQL {
  return sql`SELECT id, number, note, published_at AS publishedAt FROM releases
    WHERE product_id = ${productId} AND published_at IS NOT NULL
    UNION ALL
    SELECT files.key, 0, files.note, ${PUBLISHED_AT} FROM files
    WHERE files.product_id = ${productId} AND files.in_release IS NULL AND files.status <> 'uploading'`;
}

/** Reads as many rows as it returns, and one right for each. */
export function releasesDue(
  { now, limit }: { now: number; limit: number },
  isReleaseHeld: AboveProducts["isReleaseHeld"],
): SQL {
  return sql`SELECT id, ${isReleaseHeld(sql`releases.id`)} AS isHeld FROM releases
    WHERE purge_check_at IS NOT NULL AND purge_check_at <= ${now}
    ORDER BY purge_check_at LIMIT ${limit}`;
}
