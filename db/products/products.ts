import { and, desc, eq, getTableColumns, ne, type SQL, sql } from "drizzle-orm";
import { chosenPriceIn } from "../../app/products/rules/chosen-price";
import { isGivenFree, type Product } from "../../app/products/rules/product";
import type { Db } from "../client";
import { products } from "../schema/index";
import { draftsIn } from "./drafts";
import {
  changedColumns,
  keepsFirstPicture,
  type NewProduct,
  newRow,
  ownedBy,
  type ProductChange,
  preparingIn,
} from "./preparing";

const {
  searchText: _text,
  priceBand: _band,
  ranked: _ranked,
  reviewCount: _reviews,
  ...productColumns
} = getTableColumns(products);

type Row = Omit<
  typeof products.$inferSelect,
  "searchText" | "priceBand" | "ranked" | "reviewCount"
>;

export type Products = ReturnType<typeof productsIn>;

export function productsIn(db: Db) {
  return {
    ...preparingIn(db),
    ...draftsIn(db),

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

    /** Where the owner's newest published product is paid to, and since when it exists; null without one. */
    async lastPayout(ownerUid: string): Promise<{ recipient: string; createdAt: number } | null> {
      const row = await db
        .select({ recipient: products.recipient, createdAt: products.createdAt })
        .from(products)
        .where(and(eq(products.ownerUid, ownerUid), ne(products.status, "draft")))
        .orderBy(desc(products.seq))
        .limit(1)
        .get();
      return row ?? null;
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

    async insert(product: NewProduct): Promise<void> {
      await db.insert(products).values(newRow(product));
    },

    /**
     * Writes only if `updatedAt` and `version` are unchanged and the limit is not below the units sold and held, and a first
     * picture only in place of the one of `imageKey`. False where nothing was written.
     */
    async update(
      seen: Pick<Product, "id" | "ownerUid" | "updatedAt" | "version" | "imageKey">,
      change: ProductChange,
      at: number,
    ): Promise<boolean> {
      const { id, ownerUid, updatedAt, version } = seen;
      const unchanged = and(
        ownedBy(id, ownerUid),
        eq(products.updatedAt, updatedAt),
        // A price leaves its seller enough beside the authors of then.
        eq(products.version, version),
        keepsFirstPicture(seen, change),
      );
      const withinLimit =
        change.saleLimit === null ? undefined : limitCoversStock(change.saleLimit);
      const nextVersion = sql`max(${products.updatedAt} + 1, ${at})`;
      const result = await db
        .update(products)
        .set({ ...changedColumns(change), updatedAt: nextVersion })
        .where(and(unchanged, withinLimit));
      return result.meta.changes > 0;
    },

    /** Sets those of these that are published and the owner's. False where there is none. */
    async setStatus(
      ids: readonly string[],
      ownerUid: string,
      status: "active" | "disabled",
      at: number,
    ): Promise<boolean> {
      const result = await db
        .update(products)
        .set({ status, updatedAt: sql`max(${products.updatedAt} + 1, ${at})` })
        .where(
          and(
            sql`${products.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
            eq(products.ownerUid, ownerUid),
            ne(products.status, "draft"),
          ),
        );
      return result.meta.changes > 0;
    },
  };
}

function limitCoversStock(limit: number): SQL {
  return sql`${products.sold} + ${products.held} <= ${limit}`;
}

function toProduct({ fileKey, releaseId, ...row }: Row): Product {
  const priceLamports = BigInt(row.priceLamports);
  return {
    ...row,
    releaseId: releaseId ?? fileKey,
    priceLamports,
    isFree: isGivenFree(row),
    ...chosenPriceIn(row),
  };
}
