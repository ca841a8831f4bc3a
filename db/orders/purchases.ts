import { and, desc, eq, isNull, lt, ne } from "drizzle-orm";
import type { CoverFacts } from "../../app/products/rules/cover";
import type { FileUpdate } from "../../app/products/rules/file-versions";
import type { Product } from "../../app/products/rules/product";
import type { Db } from "../client";
import { files, products, purchases } from "../schema/index";

interface Purchase {
  uid: string;
  productId: string;
  orderId: string;
  createdAt: number;
  revokedAt: number | null;
  /** The version of the file that was bought; null where it is not known. */
  fileKey: string | null;
}

interface LibraryItem {
  productId: string;
  orderId: string;
  /** When it was bought. Epoch ms. */
  createdAt: number;
  /** Null where the product is not there any more. */
  product: (Pick<Product, "title" | "description"> & Omit<Required<CoverFacts>, "id">) | null;
  /** Set where the product's file was replaced since the purchase. */
  update: FileUpdate | null;
}

export type Purchases = ReturnType<typeof purchasesIn>;

export function purchasesIn(db: Db) {
  const live = (uid: string, productId: string) =>
    and(eq(purchases.uid, uid), eq(purchases.productId, productId), isNull(purchases.revokedAt));

  return {
    /** The live right to a product; null where there is none or it was revoked. */
    async find(uid: string, productId: string): Promise<Purchase | null> {
      const row = await db.select().from(purchases).where(live(uid, productId)).get();
      return row ?? null;
    },

    /** The right that an order gave, also where it was revoked; null where a later order gave it again. */
    async ofOrder(orderId: string): Promise<Purchase | null> {
      const row = await db.select().from(purchases).where(eq(purchases.orderId, orderId)).get();
      return row ?? null;
    },

    /** With what a library shows of each product, newest first. `before` (epoch ms) continues a page. */
    async library(uid: string, limit: number, before: number | null): Promise<LibraryItem[]> {
      const older = before === null ? undefined : lt(purchases.createdAt, before);
      const { title, description } = products;
      const { coverMediaId, coverSmallMediaId, coverWidth, coverSmallWidth } = products;
      const { coverFocusX, coverFocusY } = products;
      const sizes = { coverMediaId, coverSmallMediaId, coverWidth, coverSmallWidth };
      const rows = await db
        .select({
          productId: purchases.productId,
          orderId: purchases.orderId,
          createdAt: purchases.createdAt,
          product: { title, description, ...sizes, coverFocusX, coverFocusY },
          updatedAt: products.fileUpdatedAt,
          note: files.note,
        })
        .from(purchases)
        .leftJoin(products, eq(products.id, purchases.productId))
        // The file on sale, where it is not the one that was bought.
        .leftJoin(
          files,
          and(eq(files.key, products.fileKey), ne(products.fileKey, purchases.fileKey)),
        )
        .where(and(eq(purchases.uid, uid), isNull(purchases.revokedAt), older))
        .orderBy(desc(purchases.createdAt))
        .limit(limit);
      return rows.map(({ updatedAt: at, note, ...item }) => ({
        ...item,
        update: at === null || note === null ? null : { at, note },
      }));
    },

    async markRefresh(uid: string, productId: string, at: number): Promise<void> {
      await db.update(purchases).set({ refreshRequestedAt: at }).where(live(uid, productId));
    },
  };
}
