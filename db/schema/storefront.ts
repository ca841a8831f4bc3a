import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts";
import { ms } from "./columns";

export const sellPages = sqliteTable("sell_pages", {
  uid: text("uid")
    .primaryKey()
    .references(() => users.uid),
  bannerKey: text("banner_key").notNull().default(""),
  logoKey: text("logo_key").notNull().default(""),
  description: text("description").notNull().default(""),
  website: text("website").notNull().default(""),
  twitter: text("twitter").notNull().default(""),
  instagram: text("instagram").notNull().default(""),
  updatedAt: ms("updated_at").notNull(),
});

export const sellPageProducts = sqliteTable(
  "sell_page_products",
  {
    uid: text("uid")
      .notNull()
      .references(() => sellPages.uid),
    productId: text("product_id").notNull(),
    position: integer("position").notNull(),
  },
  (t) => [primaryKey({ columns: [t.uid, t.productId] })],
);
