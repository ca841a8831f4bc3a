import { type SQL, sql } from "drizzle-orm";
import type { Side } from "../../app/messages/rules/thread";
import type { Db } from "../client";
import { IS_REQUEST } from "./requests";

/** The last thread of a page: the time alone may be shared. */
export interface ThreadCursor {
  lastAt: number;
  id: string;
}

/** A thread as the list of one of its sides shows it. */
export interface ListedThread extends ThreadCursor {
  title: string;
  /** The side whose list it is. */
  side: Side;
  other: { uid: string; displayName: string; isDeleted: boolean };
  unread: number;
  /** The last message. */
  text: string;
  /** True where it is a notice of the site, without a text of its own. */
  isNotice: boolean;
  isOwn: boolean;
}

interface Row extends ThreadCursor {
  title: string;
  isSeller: number;
  otherUid: string;
  displayName: string | null;
  deletedAt: number | null;
  unread: number;
  text: string;
  noticeOrderId: string | null;
  lastBySeller: number;
}

export type ThreadList = ReturnType<typeof threadListIn>;

export function threadListIn(db: Db) {
  return {
    /**
     * Threads of a person on either side, the last written to first: with `requests` those to the seller
     * that are requests, else all others. Reads a page of each index, and the requests among it.
     */
    async ofPerson(
      uid: string,
      {
        limit,
        before,
        requests,
      }: { limit: number; before: ThreadCursor | null; requests: boolean },
    ): Promise<ListedThread[]> {
      const older = before
        ? sql`last_at <= ${before.lastAt} AND (last_at < ${before.lastAt} OR id < ${before.id})`
        : sql`1`;
      const part = (own: string, other: string, isSeller: 0 | 1, unread: string, of: SQL): SQL =>
        sql`SELECT * FROM (SELECT id, title, last_at, last_message_id, last_by_seller,
          ${sql.raw(String(isSeller))} AS is_seller, ${sql.raw(other)} AS other_uid,
          ${sql.raw(unread)} AS unread FROM threads WHERE ${sql.raw(own)} = ${uid} AND ${older}
          AND ${of}
          ORDER BY last_at DESC, id DESC LIMIT ${limit})`;
      const rows = await db.all<Row>(sql`
        SELECT t.id, t.last_at AS lastAt, t.title, t.is_seller AS isSeller, t.other_uid AS otherUid, u.display_name AS displayName,
          u.deleted_at AS deletedAt, t.unread, m.text, m.notice_order_id AS noticeOrderId,
          t.last_by_seller AS lastBySeller
        FROM (${part("owner_uid", "buyer_uid", 1, "owner_unread", requests ? IS_REQUEST : sql`NOT ${IS_REQUEST}`)}
          UNION ALL ${part("buyer_uid", "owner_uid", 0, "buyer_unread", requests ? sql`0` : sql`1`)}) t
        JOIN messages m ON m.id = t.last_message_id
        LEFT JOIN users u ON u.uid = t.other_uid
        ORDER BY t.last_at DESC, t.id DESC LIMIT ${limit}`);
      return rows.map(toListed);
    },
  };
}

function toListed(row: Row): ListedThread {
  const { id, lastAt, title, unread, text } = row;
  const isDeleted = row.displayName === null || row.deletedAt !== null;
  const isNotice = row.noticeOrderId !== null;
  return {
    id,
    lastAt,
    title,
    unread,
    text,
    isNotice,
    side: row.isSeller === 1 ? "seller" : "buyer",
    other: { uid: row.otherUid, displayName: row.displayName ?? "", isDeleted },
    isOwn: !isNotice && row.lastBySeller === row.isSeller,
  };
}

/** Largest number of unread threads that is counted and shown. */
const MAX_UNREAD_THREADS = 100;

/** Scalar: threads with messages that a person has not opened, up to `MAX_UNREAD_THREADS`. */
export function unreadThreads(uid: SQL): SQL<number> {
  return sql<number>`(SELECT count(*) FROM (
    SELECT * FROM (SELECT 1 FROM threads INDEXED BY threads_unread_by_owner
      WHERE owner_uid = ${uid} AND owner_unread > 0 LIMIT ${MAX_UNREAD_THREADS})
    UNION ALL SELECT * FROM (SELECT 1 FROM threads INDEXED BY threads_unread_by_buyer
      WHERE buyer_uid = ${uid} AND buyer_unread > 0 LIMIT ${MAX_UNREAD_THREADS})))`;
}
