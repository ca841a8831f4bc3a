import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { lamports, ms } from "./columns";

/** Payments to the platform with a reference that no order has. */
export const unmatchedPayments = sqliteTable("unmatched_payments", {
  signature: text("signature").primaryKey(),
  slot: integer("slot").notNull(),
  payer: text("payer").notNull(),
  reference: text("reference").notNull(),
  /** To the platform. */
  lamports: lamports("lamports").notNull(),
  /** All that the payer sent with the reference. Null where an older Worker wrote the row. */
  paidLamports: lamports("paid_lamports"),
  at: ms("at").notNull(),
  resolvedAt: ms("resolved_at"),
});
