import { and, desc, eq, exists, inArray, ne, not, type SQL, sql } from "drizzle-orm";
import type { Products } from "../../app/products/ports";
import type { Product } from "../../app/products/rules/product";
import { isClosed } from "../accounts/closed-accounts";
import type { Db } from "../client";
import { fileParts, files, products } from "../schema/index";

type Row = typeof products.$inferSelect;

export function productsIn(db: Db): Products {
  return {
    async byId(id) {
      const row = await db.select().from(products).where(eq(products.id, id)).get();
      return row ? toProduct(row) : null;
    },

    async byOwner(ownerUid) {
      const published = and(eq(products.ownerUid, ownerUid), ne(products.status, "draft"));
      const rows = await db.select().from(products).where(published).orderBy(desc(products.seq));
      return rows.map(toProduct);
    },

    async insert(product) {
      const priceLamports = Number(product.priceLamports);
      await db.insert(products).values({ ...product, priceLamports });
    },

    async update({ id, ownerUid, updatedAt }, { priceLamports, ...change }, at) {
      const unchanged = and(ownedBy(id, ownerUid), eq(products.updatedAt, updatedAt));
      const withinLimit = change.saleLimit == null ? undefined : limitCoversStock(change.saleLimit);
      const price = priceLamports === undefined ? {} : { priceLamports: Number(priceLamports) };
      const nextVersion = sql`max(${products.updatedAt} + 1, ${at})`;
      const result = await db
        .update(products)
        .set({ ...change, ...price, updatedAt: nextVersion })
        .where(and(unchanged, withinLimit));
      return result.meta.changes > 0;
    },

    async publish({ id, ownerUid }, { key, fileName, sha256, sizeBytes }, at) {
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

    async setStatus(id, ownerUid, status, at) {
      const result = await db
        .update(products)
        .set({ status, updatedAt: sql`max(${products.updatedAt} + 1, ${at})` })
        .where(and(ownedBy(id, ownerUid), ne(products.status, "draft")));
      return result.meta.changes > 0;
    },

    async removeDraft(id, ownerUid) {
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
