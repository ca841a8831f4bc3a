import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { REVIEW_STANDINGS } from "../../app/reviews/rules/review";
import { flag, ms } from "./columns";

/**
 * What buyers say of products, one for each order that was paid. Triggers count those that are shown in
 * `products.review_count`, and sum the stars of those that count and stand in `rating_count` and `rating_sum`; the
 * trigger `ledger_sale_ranked` keeps `standing`. Without foreign keys: a restore reads reviews before products.
 */
export const reviews = sqliteTable(
  "reviews",
  {
    orderId: text("order_id").primaryKey(),
    /** In public addresses: ids of orders are for their buyer and seller. */
    id: text("id").notNull().unique(),
    productId: text("product_id").notNull(),
    ownerUid: text("owner_uid").notNull(),
    /** Of the buyer. */
    uid: text("uid").notNull(),
    stars: integer("stars").notNull(),
    text: text("text").notNull(),
    /** The public name that the buyer chose; empty for none. */
    name: text("name").notNull(),
    /** Random characters that stand in for it, of this review alone. Null where the buyer deleted their account. */
    tag: text("tag"),
    /** Its stars count: see `rankedFrom`. */
    counts: flag("counts"),
    /**
     * What became of the payment. One that was refunded is shown and its stars do not count; one that was rolled back is
     * not shown.
     */
    standing: text("standing", { enum: REVIEW_STANDINGS }).notNull().default("paid"),
    /** Empty where the seller has not answered. */
    answer: text("answer").notNull().default(""),
    answeredAt: ms("answered_at"),
    createdAt: ms("created_at").notNull(),
    updatedAt: ms("updated_at").notNull(),
    /** When the operator took it off the pages; null while it is there. */
    hiddenAt: ms("hidden_at"),
    /** Why, in the operator's words, for the buyer and the seller. */
    hiddenReason: text("hidden_reason").notNull().default(""),
  },
  (t) => [
    index("reviews_of_product")
      .on(t.productId, t.createdAt, t.id)
      .where(sql`standing <> 'reversed' AND hidden_at IS NULL`),
    index("reviews_by_owner").on(t.ownerUid, t.createdAt, t.id),
    index("reviews_by_person").on(t.uid),
    check("one_to_five_stars", sql`stars BETWEEN 1 AND 5`),
  ],
);
