import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { flag, ms } from "./columns";

/** Products that give or gave keys; `products.licence_kind` says which. */
export const licenceSettings = sqliteTable(
  "licence_settings",
  {
    productId: text("product_id").primaryKey(),
    /** The key under which the product's keys are sealed, sealed under the session secret. The file store has it too. */
    sealedKey: text("sealed_key").notNull(),
    /** Days after which a statement about a key ends; null for never. */
    statementDays: integer("statement_days"),
    /** Installations of one key; null for no limit of the seller's. */
    maxInstances: integer("max_instances"),
    /** Rights from before get a generated key though the product gives none any more. Null where it never did. */
    generatedUntil: ms("generated_until"),
    updatedAt: ms("updated_at").notNull(),
  },
  () => [
    check("statement_days_above_0", sql`statement_days > 0`),
    check("max_instances_above_0", sql`max_instances > 0`),
  ],
);

/**
 * Licence keys. One without an order is free; one with an order is reserved until `given_at`, from which on its person
 * may have seen it: it is never free again. The triggers `licence_right_changed` and `licence_right_deleted` follow the
 * right of its order, `licence_keys_freed` the number of keys that can be sold.
 */
export const licenceKeys = sqliteTable(
  "licence_keys",
  {
    productId: text("product_id").notNull(),
    /** Of the product. The object in the file store that says who has a written key is named by it. */
    number: integer("number").notNull(),
    /** `keyHash`. */
    hash: text("hash").notNull(),
    /** AES-GCM under the product's key, base64url. */
    sealed: text("sealed").notNull(),
    isGenerated: flag("is_generated"),
    /** The order, or the grant, of whom it is. */
    orderId: text("order_id"),
    givenAt: ms("given_at"),
    /** When the right of its order ended; null while it stands. */
    revokedAt: ms("revoked_at"),
    disabledAt: ms("disabled_at"),
    /** Times that a program has counted a use. */
    uses: integer("uses").notNull().default(0),
    createdAt: ms("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.number] }),
    uniqueIndex("licence_keys_by_hash").on(t.productId, t.hash),
    uniqueIndex("licence_keys_by_order")
      .on(t.orderId, t.productId)
      .where(sql`order_id IS NOT NULL`),
    index("licence_keys_free").on(t.productId, t.number).where(sql`order_id IS NULL`),
    index("licence_keys_given").on(t.productId, t.givenAt).where(sql`given_at IS NOT NULL`),
    index("licence_keys_revoked").on(t.productId).where(sql`revoked_at IS NOT NULL`),
  ],
);

/** Installations that use a key. */
export const licenceInstances = sqliteTable(
  "licence_instances",
  {
    productId: text("product_id").notNull(),
    number: integer("number").notNull(),
    /** Name or id, as the program gave it. */
    instance: text("instance").notNull(),
    createdAt: ms("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.number, t.instance] })],
);
