import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What a bundle consists of: 2 to 10 products of its seller. `products.bundle_size` counts them. */
export const bundleItems = sqliteTable(
  "bundle_items",
  {
    /** The product that is the bundle. */
    bundleId: text("bundle_id").notNull(),
    productId: text("product_id").notNull(),
    /** From 1. */
    position: integer("position").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.bundleId, t.productId] }),
    index("bundle_items_by_product").on(t.productId),
  ],
);
