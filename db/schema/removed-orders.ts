import { sqliteTable, text } from "drizzle-orm/sqlite-core";

/** References of removed orders whose terms outside the database are still to be removed. */
export const removedOrders = sqliteTable("removed_orders", {
  reference: text("reference").primaryKey(),
});
