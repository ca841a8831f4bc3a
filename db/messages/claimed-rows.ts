import { type SQL, sql } from "drizzle-orm";
import { type Merge, type PersonRows, rowsOf } from "../accounts/person-rows";

export const personRows: PersonRows = {
  reassign: (merge) => [...joinThreads(merge), ...giveThreads(merge.from, merge.to, merge.open)],
  remove: ({ uid, pseudonym, begun }) => [
    ...removeUnreadableThreads(uid, begun),
    ...giveThreads(uid, pseudonym, begun),
  ],
};

export const KEPT = {
  product: { "threads.product_id": "a conversation stays, with the title of then" },
  order: { "messages.notice_order_id": "an order with a notice was paid, and is not removed" },
};

function giveThreads(from: string, to: string, condition: SQL): SQL[] {
  const { giveTo } = rowsOf(from, condition);
  return [giveTo(to, "threads", "owner_uid"), giveTo(to, "threads", "buyer_uid")];
}

/** Removes the threads that nobody can read once this account is deleted. */
function removeUnreadableThreads(uid: string, begun: SQL): SQL[] {
  const isDeleted = (column: "owner_uid" | "buyer_uid") =>
    sql`${sql.raw(column)} IN (SELECT uid FROM users WHERE deleted_at IS NOT NULL)`;
  const unreadable = sql`SELECT id FROM threads
    WHERE (owner_uid = ${uid} AND ${isDeleted("buyer_uid")})
      OR (buyer_uid = ${uid} AND ${isDeleted("owner_uid")})`;
  return removeThreads(unreadable, begun);
}

/**
 * Prepares the threads of a merge, after which they are given to the other account: what both wrote
 * as buyers of one product becomes one thread, and what they wrote to each other is removed.
 */
function joinThreads({ from, to, open }: Merge): SQL[] {
  const withEachOther = sql`SELECT id FROM threads
    WHERE (owner_uid = ${from} AND buyer_uid = ${to}) OR (owner_uid = ${to} AND buyer_uid = ${from})`;
  /** Threads of `from` whose product has one of `to`, `t`. */
  const twice = sql`FROM threads f JOIN threads t
    ON t.buyer_uid = ${to} AND t.product_id = f.product_id WHERE f.buyer_uid = ${from}`;
  return [
    ...removeThreads(withEachOther, open),
    sql`UPDATE messages SET thread_id = (SELECT t.id ${twice} AND f.id = messages.thread_id)
      WHERE thread_id IN (SELECT f.id ${twice}) AND ${open}`,
    // The newer thread of the two has the last message.
    sql`UPDATE threads SET
        message_count = threads.message_count + f.message_count,
        owner_unread = threads.owner_unread + f.owner_unread,
        buyer_unread = threads.buyer_unread + f.buyer_unread,
        unpaid = min(threads.unpaid, f.unpaid),
        last_message_id = iif(f.last_at > threads.last_at, f.last_message_id, threads.last_message_id),
        last_by_seller = iif(f.last_at > threads.last_at, f.last_by_seller, threads.last_by_seller),
        consecutive = iif(f.last_at > threads.last_at, f.consecutive, threads.consecutive),
        last_at = max(f.last_at, threads.last_at)
      FROM threads f WHERE threads.buyer_uid = ${to} AND f.buyer_uid = ${from}
        AND f.product_id = threads.product_id AND ${open}`,
    sql`DELETE FROM threads WHERE id IN (SELECT f.id ${twice}) AND ${open}`,
  ];
}

/** The statements that remove threads with their messages. */
export function removeThreads(ids: SQL, condition: SQL): SQL[] {
  return [
    sql`DELETE FROM messages WHERE thread_id IN (${ids}) AND ${condition}`,
    sql`DELETE FROM threads WHERE id IN (${ids}) AND ${condition}`,
  ];
}
