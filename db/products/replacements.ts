import { and, eq, exists, inArray, not, type SQL, sql } from "drizzle-orm";
import { MAX_KEPT_VERSIONS } from "../../app/products/rules/file-versions";
import type { ProtectedFile } from "../../app/products/rules/product";
import { isClosed } from "../accounts/users";
import { type Db, runBatch, sqlList } from "../client";
import { insertWhere } from "../insert-where";
import { files, products } from "../schema/index";
import { type CompleteFile, hasRoom, ownedBy, type UploadBounds, unfinishedOf } from "./drafts";

/** Writes that put another version of the file in place of the one on sale. */
export function replacementsIn(db: Db) {
  return {
    /**
     * Inserts the record of an upload for a published product that has no other and keeps fewer than
     * `MAX_KEPT_VERSIONS`, within `bounds` as `insertDraft`. False where nothing was written.
     */
    async insertReplacement(file: ProtectedFile, bounds: UploadBounds): Promise<boolean> {
      const { productId, ownerUid } = file;
      const condition = sql`${hasRoom(file, bounds)}
        AND EXISTS (SELECT 1 FROM products WHERE ${published(productId, ownerUid)})
        AND NOT EXISTS (SELECT 1 FROM files WHERE ${unfinishedOf(productId)})
        AND (SELECT count(*) < ${MAX_KEPT_VERSIONS} FROM files
          WHERE product_id = ${productId} AND status = 'replaced')`;
      const [inserted = 0] = await runBatch(db, [insertWhere(files, file, condition)]);
      return inserted > 0;
    },

    /**
     * Completes the upload and makes it the file of its published product, atomically; the file before
     * becomes a kept version. False where there is no such product or unfinished upload.
     */
    async replaceFile(
      { id, ownerUid }: { id: string; ownerUid: string },
      { key, fileName, sha256, sizeBytes }: CompleteFile,
      { at, purgeCheckAt }: { at: number; purgeCheckAt: number },
    ): Promise<boolean> {
      const product = published(id, ownerUid);
      const isPublished = exists(db.select({ id: products.id }).from(products).where(product));
      const upload = and(eq(files.key, key), unfinishedOf(id));
      const isUploading = sql`EXISTS (SELECT 1 FROM files f WHERE f.key = ${key}
        AND f.product_id = ${id} AND f.status = 'uploading')`;
      const current = db.select({ key: products.fileKey }).from(products).where(product);
      const complete = db
        .select({ key: files.key })
        .from(files)
        .where(and(eq(files.key, key), eq(files.productId, id), eq(files.status, "complete")));
      const [, , replaced] = await db.batch([
        db
          .update(files)
          .set({ status: "replaced", replacedAt: at, purgeCheckAt })
          .where(and(inArray(files.key, current), eq(files.status, "complete"), isUploading)),
        db
          .update(files)
          .set({ sha256, sizeBytes, status: "complete", uploadId: null, completedAt: at })
          .where(and(upload, isPublished)),
        db
          .update(products)
          .set({ fileKey: key, productFileName: fileName, fileUpdatedAt: at })
          .where(and(product, sql`${products.fileKey} IS NOT ${key}`, exists(complete))),
      ]);
      return replaced.meta.changes > 0;
    },
  };
}

/** SQL condition: this product of an open account, on sale or disabled. */
function published(id: string, ownerUid: string): SQL | undefined {
  const status = sql`${products.status} IN ${sqlList(["active", "disabled"])}`;
  return and(ownedBy(id, ownerUid), status, not(isClosed(ownerUid)));
}
