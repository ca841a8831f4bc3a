import type { Users } from "../../../db/accounts/users";
import type { Messages } from "../../../db/messages/messages";
import { chosenName } from "../../accounts/rules/chosen-name";
import { Problem } from "../../lib/problem";
import {
  type Message,
  otherSide,
  type Recipient,
  type Side,
  sideOf,
  type Thread,
  uidOf,
} from "../rules/thread";
import { findRecipient, type RecipientAddress, type RecipientDeps } from "./find-recipient";

/** Messages on a page. */
const PAGE_SIZE = 50;

/** The other side of a thread. */
export interface Correspondent {
  uid: string;
  /** Empty without a chosen name. */
  name: string;
  /** True where the account was deleted. */
  isDeleted: boolean;
}

export interface ThreadPage {
  id: string;
  productId: string;
  title: string;
  /** The side of the reader. */
  side: Side;
  other: Correspondent;
  messages: (Omit<Message, "by"> & { isOwn: boolean })[];
  /** Cursor of the older messages; null where there are none. */
  older: number | null;
  /** True where messages were unread until now. */
  wasUnread: boolean;
}

interface Deps {
  messages: Pick<Messages, "byId" | "page" | "markRead">;
  users: Pick<Users, "byUid">;
}

/**
 * A page of a thread. `marksRead` marks its messages as read. Throws `not_found`, also for a thread
 * of others.
 */
export async function readThread(
  input: { id: string; uid: string; before: number | null; marksRead: boolean },
  deps: Deps,
): Promise<ThreadPage> {
  const thread = await deps.messages.byId(input.id);
  const side = thread && sideOf(thread, input.uid);
  if (!thread || !side) throw new Problem("not_found");
  const [page, other] = await Promise.all([
    deps.messages.page(thread.id, PAGE_SIZE, input.before),
    readCorrespondent(thread, side, deps),
  ]);
  const last = page.messages.at(-1);
  const isUnread = thread.unread[side] > 0 && input.marksRead && last !== undefined;
  if (isUnread) await deps.messages.markRead(thread.id, side, last.id);
  return {
    id: thread.id,
    productId: thread.productId,
    title: thread.title,
    side,
    other,
    messages: page.messages.map(({ by, ...message }) => ({
      ...message,
      isOwn: by === side && message.noticeOrderId === null,
    })),
    older: page.older,
    wasUnread: isUnread,
  };
}

export interface NewThreadPage {
  title: string;
  productId: string;
  side: Side;
  other: Correspondent;
}

/**
 * The form of a first message, or the id of the thread where there is one. Throws what
 * `findRecipient` throws.
 */
export async function readNewThread(
  input: { address: RecipientAddress; uid: string },
  deps: RecipientDeps & Pick<Deps, "users">,
): Promise<NewThreadPage | { threadId: string }> {
  const recipient: Recipient = await findRecipient(input, deps);
  const { threadId, title, productId, side } = recipient;
  if (threadId !== null) return { threadId };
  return { title, productId, side, other: await readCorrespondent(recipient, side, deps) };
}

async function readCorrespondent(
  thread: Pick<Thread, "ownerUid" | "buyerUid">,
  side: Side,
  deps: Pick<Deps, "users">,
): Promise<Correspondent> {
  const uid = uidOf(thread, otherSide(side));
  const user = await deps.users.byUid(uid);
  return { uid, name: chosenName(user?.displayName ?? ""), isDeleted: user === null };
}
