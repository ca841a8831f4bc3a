import {
  and,
  desc,
  eq,
  exists,
  getTableColumns,
  inArray,
  ne,
  not,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Product, ProtectedFile } from "../../app/products/rules/product";
import type { CardFacts } from "../../app/products/rules/product-card";
import { searchTextOf } from "../../app/products/rules/search-text";
import { isClosed } from "../accounts/users";
import { type Db, runBatch } from "../client";
import { insertWhere } from "../insert-where";
import { fileParts, files, products } from "../schema/index";
import { cardColumns, toCardFacts } from "./cards";

const { searchText: _text, priceBand: _band, ...productColumns } = getTableColumns(products);

type Row = Omit<typeof products.$inferSelect, "searchText" | "priceBand">;

/** The columns that a seller may change. */
type ProductChange = Pick<
  Product,
  | "title"
  | "categoryId"
  | "subcategoryId"
  | "type"
  | "description"
  | "priceLamports"
  | "coverKey"
  | "coverMediaId"
  | "coverSmallMediaId"
  | "imageKey"
  | "imageMediaId"
  | "imageSmallMediaId"
  | "recipient"
  | "saleType"
  | "saleLimit"
>;

interface CompleteFile {
  key: string;
  fileName: string;
  sha256: string;
  sizeBytes: number;
}

type OwnedProduct = Pick<Product, "id" | "ownerUid">;

export type Products = ReturnType<typeof productsIn>;

export function productsIn(db: Db) {
  return {
    async byId(id: string): Promise<Product | null> {
      const row = await db.select(productColumns).from(products).where(eq(products.id, id)).get();
      return row ? toProduct(row) : null;
    },

    /** Published products, newest first. */
    async byOwner(ownerUid: string): Promise<Product[]> {
      const published = and(eq(products.ownerUid, ownerUid), ne(products.status, "draft"));
      const rows = await db
        .select(productColumns)
        .from(products)
        .where(published)
        .orderBy(desc(products.seq));
      return rows.map(toProduct);
    },

    /** A seller's products for a choice of one of them, by title. */
    titlesByOwner(ownerUid: string): Promise<{ id: string; title: string }[]> {
      return db
        .select({ id: products.id, title: products.title })
        .from(products)
        .where(and(eq(products.ownerUid, ownerUid), ne(products.status, "draft")))
        .orderBy(products.title);
    },

    /** Other products of a seller that are on sale, newest first. */
    async othersOnSale({ id, ownerUid }: OwnedProduct, limit: number): Promise<CardFacts[]> {
      const others = and(
        eq(products.ownerUid, ownerUid),
        eq(products.status, "active"),
        ne(products.id, id),
      );
      const newest = db.select(cardColumns).from(products).where(others);
      return (await newest.orderBy(desc(products.seq)).limit(limit)).map(toCardFacts);
    },

    /** True where a published product of the owner is paid to this wallet. */
    async hasRecipient(ownerUid: string, recipient: string): Promise<boolean> {
      const used = and(
        eq(products.ownerUid, ownerUid),
        eq(products.recipient, recipient),
        ne(products.status, "draft"),
      );
      const row = await db.select({ seq: products.seq }).from(products).where(used).limit(1).get();
      return row !== undefined;
    },

    async insert(product: Omit<Product, "seq" | "sold" | "held">): Promise<void> {
      const priceLamports = Number(product.priceLamports);
      const searchText = searchTextOf(product);
      await db.insert(products).values({ ...product, priceLamports, searchText });
    },

    /**
     * Inserts a draft and the record of its upload where the owner then has no more unfinished uploads
     * and announced bytes than `bounds` allow. False where nothing was written.
     */
    async insertDraft(
      product: Omit<Product, "seq" | "sold" | "held">,
      file: ProtectedFile,
      bounds: { uploads: number; bytes: number },
    ): Promise<boolean> {
      const priceLamports = Number(product.priceLamports);
      const row = { ...product, priceLamports, searchText: searchTextOf(product) };
      const hasRoom = sql`(SELECT count(*) < ${bounds.uploads}
          AND coalesce(sum(size_bytes), 0) + ${file.sizeBytes} <= ${bounds.bytes}
        FROM files WHERE owner_uid = ${file.ownerUid} AND status = 'uploading')`;
      const isRecorded = sql`EXISTS (SELECT 1 FROM files WHERE key = ${file.key})`;
      const [recorded = 0] = await runBatch(db, [
        insertWhere(files, file, hasRoom),
        insertWhere(products, row, isRecorded),
      ]);
      return recorded > 0;
    },

    /**
     * Writes only if `updatedAt` is unchanged and the limit is not below the units sold and held.
     * False where nothing was written.
     */
    async update(
      { id, ownerUid, updatedAt }: { id: string; ownerUid: string; updatedAt: number },
      change: ProductChange,
      at: number,
    ): Promise<boolean> {
      const unchanged = and(ownedBy(id, ownerUid), eq(products.updatedAt, updatedAt));
      const withinLimit =
        change.saleLimit === null ? undefined : limitCoversStock(change.saleLimit);
      const priceLamports = Number(change.priceLamports);
      const searchText = searchTextOf(change);
      const nextVersion = sql`max(${products.updatedAt} + 1, ${at})`;
      const result = await db
        .update(products)
        .set({ ...change, priceLamports, searchText, updatedAt: nextVersion })
        .where(and(unchanged, withinLimit));
      return result.meta.changes > 0;
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

    /** False where there is no such published product. */
    async setStatus(
      id: string,
      ownerUid: string,
      status: "active" | "disabled",
      at: number,
    ): Promise<boolean> {
      const result = await db
        .update(products)
        .set({ status, updatedAt: sql`max(${products.updatedAt} + 1, ${at})` })
        .where(and(ownedBy(id, ownerUid), ne(products.status, "draft")));
      return result.meta.changes > 0;
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

function ownedBy(id: string, ownerUid: string): SQL | undefined {
  return and(eq(products.id, id), eq(products.ownerUid, ownerUid));
}

function limitCoversStock(limit: number): SQL {
  return sql`${products.sold} + ${products.held} <= ${limit}`;
}

function toProduct(row: Row): Product {
  return { ...row, priceLamports: BigInt(row.priceLamports) };
}
