import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { lamports, ms } from "./columns";
import { orders } from "./orders";

/**
 * Units of stock whose pre-signed transaction was not paid. Each one rests: it is not given to
 * another pre-signed transaction while too many others are.
 */
export const presignedRests = sqliteTable(
  "presigned_rests",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    productId: text("product_id").notNull(),
    createdAt: ms("created_at").notNull(),
    endsAt: ms("ends_at").notNull(),
  },
  (t) => [index("presigned_rests_by_product").on(t.productId, t.endsAt)],
);

/**
 * Units of a product that pre-signed transactions held, by the network address that asked for them:
 * of orders that no signed-in person opened.
 */
export const unprovedHolds = sqliteTable(
  "unproved_holds",
  {
    orderId: text("order_id").primaryKey(),
    /** IPv4, or the /64 of IPv6. */
    address: text("address").notNull(),
    heldAt: ms("held_at").notNull(),
  },
  (t) => [index("unproved_holds_by_address").on(t.address)],
);

/**
 * Wallets that stand in the signed payment of an order that holds a unit of stock or waits for one.
 * Each has signed it.
 */
export const stockCharges = sqliteTable(
  "stock_charges",
  {
    orderId: text("order_id").notNull(),
    wallet: text("wallet").notNull(),
    /** What the payment takes from the wallet. */
    lamports: lamports("lamports").notNull(),
    signedAt: ms("signed_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.wallet] }),
    index("stock_charges_by_wallet").on(t.wallet),
  ],
);

/** Accounts whose signed payments for a unit of stock failed or lapsed. */
export const accountPenalties = sqliteTable("account_penalties", {
  uid: text("uid").primaryKey(),
  /** Consecutive failures. */
  failures: integer("failures").notNull(),
  lastAt: ms("last_at").notNull(),
  endsAt: ms("ends_at").notNull(),
});

/** Wallets that signed for a unit of stock and then could not pay it. */
export const payerPenalties = sqliteTable("payer_penalties", {
  wallet: text("wallet").primaryKey(),
  /** Consecutive failures. */
  failures: integer("failures").notNull(),
  lastAt: ms("last_at").notNull(),
  endsAt: ms("ends_at").notNull(),
});

/** Signed payments that wait for a unit of stock, in the order of their ids. */
export const stockLine = sqliteTable(
  "stock_line",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    productId: text("product_id").notNull(),
    orderId: text("order_id")
      .notNull()
      .unique()
      .references(() => orders.id),
    uid: text("uid").notNull().unique(),
    wallet: text("wallet").notNull().unique(),
    /** Wire bytes, base64, signed by all but the order's reference. */
    transaction: text("signed_transaction").notNull(),
    /** The first signature, which identifies the transaction. */
    signature: text("signature").notNull(),
    lastValidBlockHeight: integer("last_valid_block_height").notNull(),
    endsAt: ms("ends_at").notNull(),
  },
  (t) => [index("stock_line_by_product").on(t.productId, t.id)],
);
