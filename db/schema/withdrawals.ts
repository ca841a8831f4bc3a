import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { PROOFS } from "../../app/withdrawals/rules/withdrawal";
import { ms } from "./columns";

/** Declarations of withdrawal from a contract, as they were confirmed. */
export const withdrawals = sqliteTable(
  "withdrawals",
  {
    id: text("id").primaryKey(),
    /** The paid order that is meant. Null where the declaration names none. */
    orderId: text("order_id"),
    /** The seller of that order. */
    ownerUid: text("owner_uid"),
    /** How the declaration was proved to be the buyer's. Null for one that anybody could have made. */
    proof: text("proof", { enum: PROOFS }),
    name: text("name").notNull(),
    /** The contract in the person's words. */
    contract: text("contract").notNull(),
    /** How the person can be reached. */
    contact: text("contact").notNull(),
    locale: text("locale").notNull(),
    declaredAt: ms("declared_at").notNull(),
    /** Hex SHA-256 of the declaration in its canonical form. */
    hash: text("hash").notNull(),
    /** The signed statement that it was received. Null where nothing signs. */
    statement: text("statement"),
    /** Hash of the secret in the address of the acknowledgement. */
    secretHash: text("secret_hash").notNull().unique(),
    /** Keyed hash of order and network address, of a declaration without a proof. */
    addressKey: text("address_key"),
    /** When and why the seller refused it. */
    refusedAt: ms("refused_at"),
    refusal: text("refusal"),
    /** When the operator answered one that names no order. */
    answeredAt: ms("answered_at"),
  },
  (t) => [
    index("withdrawals_by_order").on(t.orderId).where(sql`order_id IS NOT NULL`),
    index("withdrawals_by_owner").on(t.ownerUid).where(sql`proof IS NOT NULL`),
    index("withdrawals_unproved").on(t.declaredAt).where(sql`proof IS NULL`),
  ],
);

/** Random numbers on receipts: who names one has the receipt. */
export const receiptNumbers = sqliteTable("receipt_numbers", {
  orderId: text("order_id").primaryKey(),
  number: text("number").notNull().unique(),
});
