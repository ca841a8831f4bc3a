import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { REPORT_DECISIONS, REPORT_REASONS } from "../../app/reports/rules/report";
import { ms } from "./columns";

/** Reports of products by anyone, which the operator answers with `npm run inbox`. */
export const reports = sqliteTable(
  "reports",
  {
    /** In the order of arrival: the span between first and last bounds the number of rows. */
    seq: integer("seq").primaryKey(),
    id: text("id").notNull().unique(),
    productId: text("product_id").notNull(),
    /** The product's title of then. */
    title: text("title").notNull(),
    /** `reviews.id` where a review of the product is reported; else null. */
    reviewId: text("review_id"),
    reason: text("reason", { enum: REPORT_REASONS }).notNull(),
    text: text("text").notNull(),
    /** Empty where the reporter gave none. */
    email: text("email").notNull(),
    /** The language of the reporter's page. */
    locale: text("locale").notNull(),
    /** Of the token that opens the reporter's page. */
    tokenHash: text("token_hash").notNull().unique(),
    createdAt: ms("created_at").notNull(),
    answeredAt: ms("answered_at"),
    decision: text("decision", { enum: REPORT_DECISIONS }),
    /** Why the operator decided so. */
    decisionReason: text("decision_reason"),
  },
  (t) => [
    index("reports_by_time").on(t.createdAt),
    index("reports_by_product").on(t.productId, t.createdAt),
  ],
);
