import { and, eq, exists, inArray, not, type SQL, sql } from "drizzle-orm";
import type { Product, ProtectedFile } from "../../app/products/rules/product";
import { searchTextOf } from "../../app/products/rules/search-text";
import { isClosed } from "../accounts/users";
import { type Db, runBatch } from "../client";
import { insertWhere } from "../insert-where";
import { fileParts, files, products } from "../schema/index";

/** Without what the database counts. */
export type NewProduct = Omit<Product, "seq" | "sold" | "held">;

interface CompleteFile {
  key: string;
  fileName: string;
  sha256: string;
  sizeBytes: number;
}

/** Products whose file is uploading: drafts until it is complete. */
export function draftsIn(db: Db) {
  return {
    /**
     * Inserts a draft and the record of its upload where the owner then has no more unfinished uploads
     * and announced bytes than `bounds` allow. False where nothing was written.
     */
    async insertDraft(
      product: NewProduct,
      file: ProtectedFile,
      bounds: { uploads: number; bytes: number },
    ): Promise<boolean> {
      const hasRoom = sql`(SELECT count(*) < ${bounds.uploads}
          AND coalesce(sum(size_bytes), 0) + ${file.sizeBytes} <= ${bounds.bytes}
        FROM files WHERE owner_uid = ${file.ownerUid} AND status = 'uploading')`;
      const isRecorded = sql`EXISTS (SELECT 1 FROM files WHERE key = ${file.key})`;
      const [recorded = 0] = await runBatch(db, [
        insertWhere(files, file, hasRoom),
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

    /** Removes a draft with its file's record and parts; false for anything but a draft. */
    async removeDraft(id: string, ownerUid: string): Promise<boolean> {
      const draft = and(ownedBy(id, ownerUid), eq(products.status, "draft"));
      const isDraft = exists(db.select({ id: products.id }).from(products).where(draft));
      const itsFiles = db
        .select({ key: files.key })
        .from(files)
        .where(and(eq(files.productId, id), isDraft));
      const [, , removed] = await db.batch([
        db.delete(fileParts).where(inArray(fileParts.fileKey, itsFiles)),
        db.delete(files).where(and(eq(files.productId, id), isDraft)),
        db.delete(products).where(draft),
      ]);
      return removed.meta.changes > 0;
    },
  };
}

export function newRow(product: NewProduct) {
  const priceLamports = Number(product.priceLamports);
  return { ...product, priceLamports, searchText: searchTextOf(product) };
}

export function ownedBy(id: string, ownerUid: string): SQL | undefined {
  return and(eq(products.id, id), eq(products.ownerUid, ownerUid));
}
