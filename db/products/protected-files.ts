import { and, asc, desc, eq, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Draft } from "../../app/products/rules/draft";
import type { FilePart, ProtectedFile } from "../../app/products/rules/product";
import type { Db } from "../client";
import { fileParts, files } from "../schema/index";
import { type DraftRow, draftsOf, toDraft } from "./draft-list";
import { type AboveProducts, keptVersionsIn } from "./kept-versions";
import { storedBytesOf } from "./stored-bytes";

export type ProtectedFiles = ReturnType<typeof protectedFilesIn>;

/** Records of product files and of their uploaded parts. */
export function protectedFilesIn(db: Db, above: AboveProducts) {
  return {
    ...keptVersionsIn(db, above),

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
     * Claims the verification of an unfinished upload until `until` (epoch ms). False where another call
     * verifies it, or where it is not unfinished.
     */
    async claimVerification(key: string, now: number, until: number): Promise<boolean> {
      const isFree = or(isNull(files.verifyingUntil), lte(files.verifyingUntil, now));
      const claimed = await db
        .update(files)
        .set({ verifyingUntil: until })
        .where(and(eq(files.key, key), eq(files.status, "uploading"), isFree));
      return claimed.meta.changes > 0;
    },

    /** Ends the claim that ends at `until`. */
    async releaseVerification(key: string, until: number): Promise<void> {
      await db
        .update(files)
        .set({ verifyingUntil: null })
        .where(and(eq(files.key, key), eq(files.verifyingUntil, until)));
    },

    async insert(file: ProtectedFile): Promise<void> {
      await db.insert(files).values(file);
    },

    /** Uploads of this owner that are not complete, newest first. */
    async unfinished(ownerUid: string, limit: number): Promise<ProtectedFile[]> {
      return db
        .select()
        .from(files)
        .where(and(eq(files.ownerUid, ownerUid), eq(files.status, "uploading")))
        .orderBy(desc(files.createdAt))
        .limit(limit);
    },

    /** The drafts of this owner, newest first. */
    async drafts(ownerUid: string, limit: number): Promise<Draft[]> {
      return (await db.all<DraftRow>(draftsOf(ownerUid, limit))).map(toDraft);
    },

    /** The upload of this product that is not complete: of a published one, its replacement. */
    async uploadOf(productId: string): Promise<ProtectedFile | null> {
      const upload = and(eq(files.productId, productId), eq(files.status, "uploading"));
      return (await db.select().from(files).where(upload).get()) ?? null;
    },

    /** Uploads that began before this time (epoch ms) and are not complete, oldest first. */
    async begunBefore(time: number, limit: number): Promise<ProtectedFile[]> {
      return (
        db
          .select()
          .from(files)
          // A literal: SQLite does not use the partial index with a parameter.
          .where(and(sql`${files.status} = 'uploading'`, lt(files.createdAt, time)))
          .orderBy(asc(files.createdAt))
          .limit(limit)
      );
    },

    /** Those of which no part has been received. */
    async emptyBefore(time: number, limit: number): Promise<ProtectedFile[]> {
      return db
        .select()
        .from(files)
        .where(
          and(
            sql`${files.status} = 'uploading'`,
            lt(files.createdAt, time),
            sql`NOT EXISTS (SELECT 1 FROM file_parts p WHERE p.file_key = files.key)`,
          ),
        )
        .orderBy(asc(files.createdAt))
        .limit(limit);
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
