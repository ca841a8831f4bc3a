import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { lamports } from "./columns";

/** Sums of the ledger by seller and UTC day, as figures need them. Kept by the trigger on `ledger`. */
export const sellerDays = sqliteTable(
  "seller_days",
  {
    ownerUid: text("owner_uid").notNull(),
    /** Days since 1970-01-01. */
    day: integer("day").notNull(),
    /** Sales less refunds and rollbacks. */
    sales: integer("sales").notNull(),
    /** Prices of the sales less refunds and rollbacks. */
    grossLamports: lamports("gross_lamports").notNull(),
    /** Commission on the sales and the shares of others, paid or owed: what the seller does not keep. */
    feeLamports: lamports("fee_lamports").notNull(),
    /** Sales that were refunded on the day. */
    refunds: integer("refunds").notNull().default(0),
    /** Sum of the times from payment to refund. */
    refundWaitMs: integer("refund_wait_ms").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.ownerUid, t.day] })],
);

/** Sales of a product on one UTC day, less refunds and rollbacks. Kept by a trigger on `ledger`. */
export const productDays = sqliteTable(
  "product_days",
  {
    productId: text("product_id").notNull(),
    /** Days since 1970-01-01. */
    day: integer("day").notNull(),
    sales: integer("sales").notNull(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.day] })],
);
