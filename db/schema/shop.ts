import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ms } from "./columns";

export const favourites = sqliteTable(
  "favourites",
  {
    uid: text("uid").notNull(),
    productId: text("product_id").notNull(),
    addedAt: ms("added_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.uid, t.productId] }),
    index("favourites_by_product").on(t.productId),
  ],
);

/**
 * Active products by scope: 0 for all, else the id of a category or subcategory. Kept by the triggers
 * on `products`.
 */
export const productCounts = sqliteTable("product_counts", {
  scope: integer("scope").primaryKey(),
  products: integer("products").notNull(),
});
