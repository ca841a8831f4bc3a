import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { lamports, ms } from "./columns";

/** Orders whose pages have WebSockets: the bounds of an account and of a network address count them. */
export const followedOrders = sqliteTable(
  "followed_orders",
  {
    orderId: text("order_id").primaryKey(),
    uid: text("uid").notNull(),
    /** Of the page that was opened last: IPv4, or the /64 of IPv6. */
    address: text("address").notNull(),
    /** Renewed while a socket is open. A row past it counts no more. */
    endsAt: ms("ends_at").notNull(),
  },
  (t) => [
    index("followed_orders_by_uid").on(t.uid, t.endsAt),
    index("followed_orders_by_address").on(t.address, t.endsAt),
  ],
);

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

/** Cursors of sweeps, by name. */
export const sweepProgress = sqliteTable("sweep_progress", {
  name: text("name").primaryKey(),
  cursor: text("cursor").notNull(),
  updatedAt: ms("updated_at").notNull(),
});
