import { primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { lamports, ms } from "./columns";
import { orders } from "./orders";

/** Payments below the price that can't be returned, and that the seller has dismissed. */
export const dismissedPayments = sqliteTable(
  "dismissed_payments",
  {
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    payer: text("payer").notNull(),
    /** What waited then: more from this wallet is a new payment. */
    lamports: lamports("lamports").notNull(),
    at: ms("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.payer] })],
);
