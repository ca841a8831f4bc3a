import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import {
  CONSECUTIVE_WAIT_MS,
  MAX_CONSECUTIVE_MESSAGES,
  MAX_MESSAGES_PER_THREAD,
  MAX_UNPAID_THREADS_PER_BUYER,
  UNPAID_WINDOW_MS,
} from "../../app/messages/rules/message-limits";
import type { Message, Recipient, Side, Thread } from "../../app/messages/rules/thread";
import { isClosed } from "../accounts/users";
import { type Db, runBatch, runBatchAndRead } from "../client";
import { messages, threads } from "../schema/index";
import { trimRequests } from "./requests";

export type Messages = ReturnType<typeof messagesIn>;

/** A message to write; `threadId` is used where it opens a thread. */
export interface NewMessage {
  id: string;
  threadId: string;
  text: string;
  /** Epoch ms. */
  at: number;
}

/** A notice to the buyer of an order. */
export interface NewNotice extends Omit<NewMessage, "text"> {
  orderId: string;
}

export type SendOutcome =
  | { kind: "sent"; threadId: string }
  /** Too many threads of the person without a payment. */
  | { kind: "too_many_threads" }
  | { kind: "thread_full" }
  /** Too many messages without an answer; `retryAt` in epoch ms. */
  | { kind: "too_many_messages"; retryAt: number }
  | { kind: "account_closed" };

/** Messages of one page, the newest last. */
export interface MessagePage {
  messages: Message[];
  /** Cursor of the older page; null on the last one. */
  older: number | null;
}

export function messagesIn(db: Db) {
  const find = async (condition: SQL | undefined): Promise<Thread | null> => {
    const row = await db.select().from(threads).where(condition).get();
    return row ? toThread(row) : null;
  };
  return {
    byId: (id: string) => find(eq(threads.id, id)),

    ofProduct: (buyerUid: string, productId: string) =>
      find(and(eq(threads.buyerUid, buyerUid), eq(threads.productId, productId))),

    /** One batch, which opens the thread where there is none. Every limit is a condition of it. */
    async send(to: Recipient, message: NewMessage): Promise<SendOutcome> {
      const statements = [
        ...(to.threadId === null ? [openThread(to, message)] : []),
        countMessage(to, message),
        sql`INSERT INTO messages (id, thread_id, by_seller, text, created_at)
          SELECT ${message.id}, id, ${bySeller(to.side)}, ${message.text}, ${message.at}
          FROM threads WHERE ${isThreadOf(to)} AND last_message_id = ${message.id}`,
        ...(to.threadId === null && to.unpaid ? trimRequests(to.ownerUid) : []),
        sql`SELECT id, last_message_id = ${message.id} AS isSent, message_count AS count,
          last_at AS lastAt, (${isAnyClosed(to)}) AS isClosed FROM threads WHERE ${isThreadOf(to)}`,
      ];
      const [row] = await runBatchAndRead<SentRow>(db, statements);
      return outcomeOf(row);
    },

    /**
     * Asks the buyer, once for an order, whether a declaration without a proof was his. Opens the thread
     * where there is none. No limit of what people write counts it.
     */
    async notifyBuyer(
      to: Omit<Recipient, "side" | "threadId" | "unpaid">,
      { orderId, id, threadId, at }: NewNotice,
    ): Promise<void> {
      const { productId, ownerUid, buyerUid, title } = to;
      const isThread = sql`(buyer_uid = ${buyerUid} AND product_id = ${productId})`;
      const isFirst = sql`NOT EXISTS (SELECT 1 FROM messages WHERE notice_order_id = ${orderId})`;
      await runBatch(db, [
        sql`INSERT OR IGNORE INTO threads
          (id, product_id, owner_uid, buyer_uid, title, unpaid, created_at, last_at)
          SELECT ${threadId}, ${productId}, ${ownerUid}, ${buyerUid}, ${title}, 0, ${at}, ${at}
          WHERE ${isFirst} AND NOT ${isClosed(buyerUid)}`,
        sql`INSERT INTO messages (id, thread_id, by_seller, text, created_at, notice_order_id)
          SELECT ${id}, id, 1, '', ${at}, ${orderId} FROM threads WHERE ${isThread} AND ${isFirst}
          ON CONFLICT DO NOTHING`,
        sql`UPDATE threads SET message_count = message_count + 1, last_message_id = ${id},
            last_at = ${at}, buyer_unread = buyer_unread + 1
          WHERE ${isThread} AND EXISTS (SELECT 1 FROM messages WHERE id = ${id})`,
      ]);
    },

    /** `before` is the `older` of another page. */
    async page(threadId: string, limit: number, before: number | null): Promise<MessagePage> {
      const older = before === null ? undefined : lt(messages.seq, before);
      const rows = await db
        .select()
        .from(messages)
        .where(and(eq(messages.threadId, threadId), older))
        .orderBy(desc(messages.seq))
        .limit(limit + 1);
      const shown = rows.slice(0, limit);
      return {
        messages: shown.reverse().map(toMessage),
        older: rows.length > limit ? (shown[0]?.seq ?? null) : null,
      };
    },

    /** Marks the messages to a side as read, unless one came after the message `lastId`. */
    async markRead(threadId: string, side: Side, lastId: string): Promise<void> {
      const unread = side === "seller" ? { ownerUnread: 0 } : { buyerUnread: 0 };
      const isCurrent = and(eq(threads.id, threadId), eq(threads.lastMessageId, lastId));
      await db.update(threads).set(unread).where(isCurrent);
    },
  };
}

const bySeller = (side: Side) => (side === "seller" ? 1 : 0);

const isThreadOf = ({ buyerUid, productId }: Recipient) =>
  sql`(buyer_uid = ${buyerUid} AND product_id = ${productId})`;

const isAnyClosed = ({ ownerUid, buyerUid }: Recipient) =>
  sql`${isClosed(ownerUid)} OR ${isClosed(buyerUid)}`;

/** Opens the thread unless there is one, within the limit of threads without a payment. */
function openThread(to: Recipient, { threadId, at }: NewMessage): SQL {
  const { productId, ownerUid, buyerUid, title, unpaid } = to;
  const since = at - UNPAID_WINDOW_MS;
  const isWithinLimit = sql`(SELECT count(*) FROM threads WHERE buyer_uid = ${buyerUid}
    AND unpaid = 1 AND created_at > ${since}) < ${MAX_UNPAID_THREADS_PER_BUYER}`;
  return sql`INSERT OR IGNORE INTO threads
    (id, product_id, owner_uid, buyer_uid, title, unpaid, created_at, last_at)
    SELECT ${threadId}, ${productId}, ${ownerUid}, ${buyerUid}, ${title}, ${unpaid ? 1 : 0},
      ${at}, ${at}
    WHERE ${unpaid ? isWithinLimit : sql`1`} AND NOT (${isAnyClosed(to)})`;
}

/** Counts the message before it is inserted; its id marks that it was counted. An answer ends a request. */
function countMessage(to: Recipient, { id, at }: NewMessage): SQL {
  const me = bySeller(to.side);
  const unread = sql.raw(to.side === "seller" ? "buyer_unread" : "owner_unread");
  const own = sql.raw(to.side === "seller" ? "owner_unread" : "buyer_unread");
  const isSameSender = sql`(message_count > 0 AND last_by_seller = ${me})`;
  return sql`UPDATE threads SET message_count = message_count + 1, last_message_id = ${id},
      last_at = ${at}, last_by_seller = ${me}, unpaid = unpaid AND ${1 - me}, ${unread} = ${unread} + 1, ${own} = 0,
      consecutive = CASE WHEN ${isSameSender}
        THEN min(consecutive + 1, ${MAX_CONSECUTIVE_MESSAGES}) ELSE 1 END
    WHERE ${isThreadOf(to)} AND message_count < ${MAX_MESSAGES_PER_THREAD}
      AND (NOT ${isSameSender} OR consecutive < ${MAX_CONSECUTIVE_MESSAGES}
        OR last_at <= ${at - CONSECUTIVE_WAIT_MS})
      AND NOT (${isAnyClosed(to)})`;
}

interface SentRow {
  id: string;
  isSent: number;
  count: number;
  lastAt: number;
  isClosed: number;
}

function outcomeOf(row: SentRow | undefined): SendOutcome {
  if (!row) return { kind: "too_many_threads" };
  if (row.isSent === 1) return { kind: "sent", threadId: row.id };
  if (row.isClosed === 1) return { kind: "account_closed" };
  if (row.count >= MAX_MESSAGES_PER_THREAD) return { kind: "thread_full" };
  return { kind: "too_many_messages", retryAt: row.lastAt + CONSECUTIVE_WAIT_MS };
}

function toThread(row: typeof threads.$inferSelect): Thread {
  const { id, productId, ownerUid, buyerUid, title } = row;
  const unread = { seller: row.ownerUnread, buyer: row.buyerUnread };
  return { id, productId, ownerUid, buyerUid, title, unread };
}

function toMessage(row: typeof messages.$inferSelect): Message {
  const { id, bySeller, text, createdAt, noticeOrderId } = row;
  return { id, by: bySeller ? "seller" : "buyer", text, createdAt, noticeOrderId };
}
