import { primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ms } from "./columns";

export const favourites = sqliteTable(
  "favourites",
  {
    uid: text("uid").notNull(),
    productId: text("product_id").notNull(),
    addedAt: ms("added_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.uid, t.productId] })],
);
