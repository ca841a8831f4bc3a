import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ms } from "./columns";

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
    index("followed_orders_by_end").on(t.endsAt),
  ],
);
