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
  /** True where the reader wrote it. */
  isOwn: boolean;
  /** Messages that the reader has not opened. */
  unread: number;
  /** Of the last message. Epoch ms. */
  lastAt: number;
}

/** A person's threads as buyer and as seller. `before` is the `next` of an earlier page. */
export async function listThreads(
  { uid, before }: { uid: string; before: string | null },
  deps: { threadList: ThreadList },
): Promise<{ threads: ThreadEntry[]; next: string | null }> {
  const page = { limit: PAGE_SIZE + 1, before: parseCursor(before) };
  const found = await deps.threadList.ofPerson(uid, page);
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
  };
}

/** Null for none and for a malformed one. */
function parseCursor(cursor: string | null): ThreadCursor | null {
  const [, lastAt, id = ""] = /^(\d{1,15})_([\w-]{1,64})$/.exec(cursor ?? "") ?? [];
  return lastAt === undefined ? null : { lastAt: Number(lastAt), id };
}
