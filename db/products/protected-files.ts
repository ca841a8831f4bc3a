import { and, asc, eq, isNull, lt, lte, not, or, sql } from "drizzle-orm";
import type { Draft } from "../../app/products/rules/draft";
import type { FilePart, ProtectedFile } from "../../app/products/rules/product";
import type { Db } from "../client";
import { fileParts, files } from "../schema/index";
import { type DraftRow, draftsOf, toDraft } from "./draft-list";
import { storedBytesOf } from "./stored-bytes";

export type ProtectedFiles = ReturnType<typeof protectedFilesIn>;

/** SQL condition on files. */
const IS_OF_DRAFT_WITH_FIELDS = sql`EXISTS (SELECT 1 FROM products p
  WHERE p.id = files.product_id AND p.draft_fields IS NOT NULL)`;

/** Records of product files and of their uploaded parts. */
export function protectedFilesIn(db: Db) {
  return {
    async byKey(key: string): Promise<ProtectedFile | null> {
      return (await db.select().from(files).where(eq(files.key, key)).get()) ?? null;
    },

    /** Paths in the file store of the oldest and the newest files of products on sale. */
    async samplePaths(fromEachEnd: number): Promise<string[]> {
      const rows = await db.all<{ path: string }>(sql`
        SELECT f.storage_path AS path FROM files f WHERE f.key IN (
          SELECT * FROM (SELECT file_key FROM products WHERE status = 'active'
            ORDER BY seq LIMIT ${fromEachEnd})
          UNION
          SELECT * FROM (SELECT file_key FROM products WHERE status = 'active'
            ORDER BY seq DESC LIMIT ${fromEachEnd}))`);
      return rows.map(({ path }) => path);
    },

    /** What this account stores in all, images included. */
    async storedBytes(ownerUid: string, maxStoredBytes: number): Promise<number> {
      const bytes = storedBytesOf(ownerUid, maxStoredBytes);
      return (await db.get<{ bytes: number }>(sql`SELECT ${bytes} AS bytes`)).bytes;
    },

    /**
     * Claims the verification of an upload until `until` (epoch ms). False where another call verifies it, or
     * has verified it.
     */
    async claimVerification(key: string, now: number, until: number): Promise<boolean> {
      const isFree = or(isNull(files.verifyingUntil), lte(files.verifyingUntil, now));
      const claimed = await db
        .update(files)
        .set({ verifyingUntil: until })
        .where(
          and(eq(files.key, key), eq(files.status, "uploading"), isNull(files.sha256), isFree),
        );
      return claimed.meta.changes > 0;
    },

    /** Ends the claim that ends at `until`. */
    async releaseVerification(key: string, until: number): Promise<void> {
      await db
        .update(files)
        .set({ verifyingUntil: null })
        .where(and(eq(files.key, key), eq(files.verifyingUntil, until)));
    },

    /** A file that is not uploaded. One that is complete becomes a release by the cron. */
    async insert(file: ProtectedFile): Promise<void> {
      await db.insert(files).values(file);
    },

    /** What this owner's unfinished uploads for other products than this one announce. */
    async underWay(
      ownerUid: string,
      exceptProductId: string,
    ): Promise<{ products: number; bytes: number }> {
      return db.get(sql`SELECT count(DISTINCT product_id) AS products,
          coalesce(sum(size_bytes), 0) AS bytes
        FROM files WHERE owner_uid = ${ownerUid} AND status = 'uploading'
          AND product_id <> ${exceptProductId}`);
    },

    /** Unfinished uploads of this product. */
    async uploadsOf(productId: string): Promise<ProtectedFile[]> {
      const uploads = and(eq(files.productId, productId), eq(files.status, "uploading"));
      return db.select().from(files).where(uploads);
    },

    /** The drafts of this owner, the last saved first. */
    async drafts(ownerUid: string, limit: number): Promise<Draft[]> {
      return (await db.all<DraftRow>(draftsOf(ownerUid, limit))).map(toDraft);
    },

    /**
     * Uploads that began before this time (epoch ms) and are not complete, oldest first. Without verified ones of
     * drafts with fields, which stay as long as their draft.
     */
    async begunBefore(time: number, limit: number): Promise<ProtectedFile[]> {
      return (
        db
          .select()
          .from(files)
          // A literal: SQLite does not use the partial index with a parameter.
          .where(
            and(
              sql`${files.status} = 'uploading'`,
              lt(files.createdAt, time),
              or(isNull(files.sha256), not(IS_OF_DRAFT_WITH_FIELDS)),
            ),
          )
          .orderBy(asc(files.createdAt))
          .limit(limit)
      );
    },

    /** Those of products of whose uploads no part has been received; not of drafts with fields. */
    async emptyBefore(time: number, limit: number): Promise<ProtectedFile[]> {
      return db
        .select()
        .from(files)
        .where(
          and(
            sql`${files.status} = 'uploading'`,
            lt(files.createdAt, time),
            sql`NOT EXISTS (SELECT 1 FROM files o JOIN file_parts p ON p.file_key = o.key
              WHERE o.product_id = files.product_id AND o.status = 'uploading')`,
            not(IS_OF_DRAFT_WITH_FIELDS),
          ),
        )
        .orderBy(asc(files.createdAt))
        .limit(limit);
    },

    /** Records the multipart upload of a file that has none. False where it has. */
    async beginParts(key: string, uploadId: string): Promise<boolean> {
      const begun = await db
        .update(files)
        .set({ uploadId })
        .where(and(eq(files.key, key), isNull(files.uploadId), isNull(files.sha256)));
      return begun.meta.changes > 0;
    },

    /** A repeated part replaces the first. */
    async addPart(key: string, { partNumber, etag, sizeBytes }: FilePart): Promise<void> {
      await db
        .insert(fileParts)
        .values({ fileKey: key, partNumber, etag, sizeBytes })
        .onConflictDoUpdate({
          target: [fileParts.fileKey, fileParts.partNumber],
          set: { etag, sizeBytes },
        });
    },

    /** Ordered by number. */
    async parts(key: string): Promise<FilePart[]> {
      return db
        .select({
          partNumber: fileParts.partNumber,
          etag: fileParts.etag,
          sizeBytes: fileParts.sizeBytes,
        })
        .from(fileParts)
        .where(eq(fileParts.fileKey, key))
        .orderBy(asc(fileParts.partNumber));
    },
  };
}
