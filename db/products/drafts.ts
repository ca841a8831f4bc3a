import { and, eq, exists, inArray, not, type SQL, sql } from "drizzle-orm";
import type { Product, ProtectedFile } from "../../app/products/rules/product";
import { searchTextOf } from "../../app/products/rules/search-text";
import { isClosed } from "../accounts/users";
import { type Db, runBatch } from "../client";
import { insertWhere } from "../insert-where";
import { fileParts, files, products } from "../schema/index";
import { hasStorageFor } from "./stored-bytes";

/** Without what the database counts. */
export type NewProduct = Omit<Product, "seq" | "version" | "sold" | "held" | "fileUpdatedAt">;

/** What one account may have: `uploads` and `bytes` are of its unfinished uploads together. */
export interface UploadBounds {
  uploads: number;
  bytes: number;
  maxStoredBytes: number;
}

/** An upload whose stored bytes were verified. */
export interface CompleteFile {
  key: string;
  fileName: string;
  sha256: string;
  sizeBytes: number;
}

/** Products whose file is uploading: drafts until it is complete. */
export function draftsIn(db: Db) {
  return {
    /**
     * Inserts a draft and the record of its upload where there is no product of this id, and the owner
     * then has no more than `bounds` allow. False where nothing was written.
     */
    async insertDraft(
      product: NewProduct,
      file: ProtectedFile,
      bounds: UploadBounds,
    ): Promise<boolean> {
      const isRecorded = sql`EXISTS (SELECT 1 FROM files WHERE key = ${file.key})`;
      const [recorded = 0] = await runBatch(db, [
        insertWhere(
          files,
          file,
          sql`${hasRoom(file, bounds)}
          AND NOT EXISTS (SELECT 1 FROM products WHERE id = ${product.id})`,
        ),
        insertWhere(products, newRow(product), isRecorded),
      ]);
      return recorded > 0;
    },

    /**
     * Marks the file as complete and its draft as active, atomically. False where there is no such
     * draft.
     */
    async publish(
      { id, ownerUid }: { id: string; ownerUid: string },
      { key, fileName, sha256, sizeBytes }: CompleteFile,
      at: number,
    ): Promise<boolean> {
      const draft = and(
        ownedBy(id, ownerUid),
        eq(products.status, "draft"),
        not(isClosed(ownerUid)),
      );
      const isDraft = exists(db.select({ id: products.id }).from(products).where(draft));
      const file = and(eq(files.key, key), eq(files.productId, id));
      const complete = db
        .select({ key: files.key })
        .from(files)
        .where(and(file, eq(files.status, "complete")));
      const [, published] = await db.batch([
        db
          .update(files)
          .set({ sha256, sizeBytes, status: "complete", uploadId: null, completedAt: at })
          .where(and(file, eq(files.status, "uploading"), isDraft)),
        db
          .update(products)
          .set({
            status: "active",
            fileKey: key,
            productFileName: fileName,
            createdAt: at,
            updatedAt: at,
          })
          .where(and(draft, exists(complete))),
      ]);
      return published.meta.changes > 0;
    },

    /**
     * Removes the record and parts of an unfinished upload, and the draft of which it was the last.
     * Null where there is no such upload.
     */
    async removeUpload({
      key,
      productId,
      ownerUid,
    }: Pick<ProtectedFile, "key" | "productId" | "ownerUid">): Promise<"draft" | "upload" | null> {
      const upload = and(eq(files.key, key), unfinishedOf(productId), eq(files.ownerUid, ownerUid));
      const itsKey = db.select({ key: files.key }).from(files).where(upload);
      const others = db
        .select({ key: files.key })
        .from(files)
        .where(eq(files.productId, productId));
      const draft = and(ownedBy(productId, ownerUid), eq(products.status, "draft"));
      const [, removed, drafts] = await db.batch([
        db.delete(fileParts).where(inArray(fileParts.fileKey, itsKey)),
        db.delete(files).where(upload),
        db.delete(products).where(and(draft, not(exists(others)))),
      ]);
      if (removed.meta.changes === 0) return null;
      return drafts.meta.changes > 0 ? "draft" : "upload";
    },
  };
}

/** SQL condition: the owner may announce another upload of this size. */
export function hasRoom(
  { ownerUid, sizeBytes }: Pick<ProtectedFile, "ownerUid" | "sizeBytes">,
  bounds: UploadBounds,
): SQL {
  return sql`(SELECT count(*) < ${bounds.uploads}
      AND coalesce(sum(size_bytes), 0) + ${sizeBytes} <= ${bounds.bytes}
    FROM files WHERE owner_uid = ${ownerUid} AND status = 'uploading')
    AND ${hasStorageFor({ ownerUid, sizeBytes }, bounds.maxStoredBytes)}`;
}

/** SQL condition: an upload of this product that is not complete. */
export function unfinishedOf(productId: string): SQL | undefined {
  return and(eq(files.productId, productId), eq(files.status, "uploading"));
}

export function newRow(product: NewProduct) {
  const priceLamports = Number(product.priceLamports);
  return { ...product, priceLamports, searchText: searchTextOf(product) };
}

export function ownedBy(id: string, ownerUid: string): SQL | undefined {
  return and(eq(products.id, id), eq(products.ownerUid, ownerUid));
}
