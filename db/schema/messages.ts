import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, ms } from "./columns";

/** The messages between a seller and one buyer about one product. */
export const threads = sqliteTable(
  "threads",
  {
    id: text("id").primaryKey(),
    productId: text("product_id").notNull(),
    /** The seller. */
    ownerUid: text("owner_uid").notNull(),
    buyerUid: text("buyer_uid").notNull(),
    /** Title of the product when the thread was opened; the product can be removed. */
    title: text("title").notNull(),
    /** True where the buyer opened it before any payment for the product. */
    unpaid: flag("unpaid"),
    createdAt: ms("created_at").notNull(),
    messageCount: integer("message_count").notNull().default(0),
    /** Empty until the first message, which the same batch writes. */
    lastMessageId: text("last_message_id").notNull().default(""),
    lastAt: ms("last_at").notNull(),
    lastBySeller: flag("last_by_seller"),
    /** Messages of the last sender since the other side wrote. */
    consecutive: integer("consecutive").notNull().default(0),
    /** Messages that the seller has not opened yet. */
    ownerUnread: integer("owner_unread").notNull().default(0),
    buyerUnread: integer("buyer_unread").notNull().default(0),
  },
  (t) => [
    uniqueIndex("threads_one_of_product").on(t.buyerUid, t.productId),
    index("threads_by_owner").on(t.ownerUid, t.lastAt),
    index("threads_by_buyer").on(t.buyerUid, t.lastAt),
    index("threads_unread_by_owner").on(t.ownerUid).where(sql`owner_unread > 0`),
    index("threads_unread_by_buyer").on(t.buyerUid).where(sql`buyer_unread > 0`),
    index("threads_unpaid_by_buyer").on(t.buyerUid, t.createdAt).where(sql`unpaid = 1`),
    index("threads_unpaid_of_product").on(t.productId, t.createdAt).where(sql`unpaid = 1`),
  ],
);

/** Append-only. The sender is a side, so that accounts can end or be merged. */
export const messages = sqliteTable(
  "messages",
  {
    /** The order within a thread. */
    seq: integer("seq").primaryKey({ autoIncrement: true }),
    id: text("id").notNull().unique(),
    threadId: text("thread_id")
      .notNull()
      .references(() => threads.id),
    bySeller: flag("by_seller"),
    text: text("text").notNull(),
    createdAt: ms("created_at").notNull(),
    /**
     * Set for a notice of the site, which has no text of its own: somebody declared to withdraw from this
     * order without a proof. An order has one.
     */
    noticeOrderId: text("notice_order_id").unique(),
  },
  (t) => [index("messages_by_thread").on(t.threadId, t.seq)],
);
