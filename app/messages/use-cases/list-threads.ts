import type { MessageRequests } from "../../../db/messages/requests";
import type { ThreadCursor, ThreadList } from "../../../db/messages/thread-list";
import { chosenName } from "../../accounts/rules/chosen-name";
import type { Side } from "../rules/thread";
import type { Correspondent } from "./read-thread";

/** Threads on a page. */
const PAGE_SIZE = 30;
/** Characters of the last message that a list shows; the layout cuts at the width of the line. */
const EXCERPT_CHARS = 200;

export interface ThreadEntry {
  id: string;
  title: string;
  side: Side;
  other: Correspondent;
  /** The beginning of the last message. */
  excerpt: string;
  /** True where it is a notice of the site, whose excerpt is empty. */
  isNotice: boolean;
  /** True where the reader wrote it. */
  isOwn: boolean;
  /** Messages that the reader has not opened. */
  unread: number;
  /** Of the last message. Epoch ms. */
  lastAt: number;
}

/**
 * A person's threads as buyer and as seller; with `requests` only what was written to the seller before any
 * payment or answer, else all but that. `before` is the `next` of an earlier page.
 */
export async function listThreads(
  { uid, before, requests }: { uid: string; before: string | null; requests: boolean },
  deps: { threadList: ThreadList; messageRequests: Pick<MessageRequests, "count"> },
): Promise<{ threads: ThreadEntry[]; next: string | null; requestCount: number }> {
  const page = { limit: PAGE_SIZE + 1, before: parseCursor(before), requests };
  const [found, requestCount] = await Promise.all([
    deps.threadList.ofPerson(uid, page),
    deps.messageRequests.count(uid),
  ]);
  const shown = found.slice(0, PAGE_SIZE);
  const last = found.length > PAGE_SIZE ? shown.at(-1) : undefined;
  return {
    threads: shown.map(({ text, other, ...thread }) => ({
      ...thread,
      // Without half of a pair of surrogates.
      excerpt: text.slice(0, EXCERPT_CHARS).replace(/\p{Cs}$/u, ""),
      other: { uid: other.uid, name: chosenName(other.displayName), isDeleted: other.isDeleted },
    })),
    next: last ? `${last.lastAt}_${last.id}` : null,
    requestCount,
  };
}

/** Removes a seller's requests up to the newest one that was shown (epoch ms of its last message). */
export async function emptyRequests(
  { uid, until }: { uid: string; until: number },
  deps: { messageRequests: Pick<MessageRequests, "empty"> },
): Promise<void> {
  await deps.messageRequests.empty(uid, until);
}

/** Null for none and for a malformed one. */
function parseCursor(cursor: string | null): ThreadCursor | null {
  const [, lastAt, id = ""] = /^(\d{1,15})_([\w-]{1,64})$/.exec(cursor ?? "") ?? [];
  return lastAt === undefined ? null : { lastAt: Number(lastAt), id };
}
