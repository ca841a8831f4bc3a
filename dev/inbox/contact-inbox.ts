// Reads and answers messages of the contact form where they are stored: no page shows them to the operator.
import { cleanLine, cleanText } from "../../app/lib/clean-text";
import { literal, type SqlDatabase } from "../backup/database";
import { StartFailure } from "../run/failure";

/** A contact message. Times in epoch ms. */
export interface InboxMessage {
  id: string;
  email: string;
  message: string;
  /** The language of the sender's page. */
  locale: string;
  createdAt: number;
  /** Null until the operator marks it. */
  answeredAt: number | null;
}

const COLUMNS = "id, email, message, locale, created_at AS createdAt, answered_at AS answeredAt";

/** Messages of a list; `delete` and the retention keep it short. */
const MAX_LISTED = 500;
/** Characters of an id in the list; commands take the beginning of an id. */
const SHORT_ID_CHARS = 8;
const ID_START = /^[0-9a-f-]{4,36}$/;
/** Characters of a message in the list. */
const EXCERPT_CHARS = 60;

/** The newest first: without an answer, or all of them. */
export async function listInbox(db: SqlDatabase, { all = false } = {}): Promise<InboxMessage[]> {
  const rows = await db.query(
    `SELECT ${COLUMNS} FROM contact_messages ${all ? "" : "WHERE answered_at IS NULL"}
     ORDER BY created_at DESC LIMIT ${MAX_LISTED}`,
  );
  return rows as unknown as InboxMessage[];
}

/** @throws StartFailure where no message, or more than one, has an id that begins so */
export async function findInInbox(db: SqlDatabase, idStart = ""): Promise<InboxMessage> {
  if (!ID_START.test(idStart)) {
    throw new StartFailure("Which message? Give the first characters of its id, at least 4.");
  }
  const rows = await db.query(
    `SELECT ${COLUMNS} FROM contact_messages WHERE id LIKE ${literal(`${idStart}%`)} LIMIT 2`,
  );
  const [found, another] = rows as unknown as InboxMessage[];
  if (!found) throw new StartFailure(`No message has an id that begins with ${idStart}.`);
  if (another) throw new StartFailure(`Several ids begin with ${idStart}: give more of it.`);
  return found;
}

/** `at` in epoch ms; null marks it as not answered. */
export async function setAnswered(db: SqlDatabase, id: string, at: number | null): Promise<void> {
  await db.execute([
    `UPDATE contact_messages SET answered_at = ${literal(at)} WHERE id = ${literal(id)}`,
  ]);
}

export async function removeFromInbox(db: SqlDatabase, id: string): Promise<void> {
  await db.execute([`DELETE FROM contact_messages WHERE id = ${literal(id)}`]);
}

/** One line: id, time in UTC, sender, and the beginning of the text. */
export function inboxLine({ id, email, message, createdAt, answeredAt }: InboxMessage): string {
  const text = cleanLine(message);
  const excerpt = text.length > EXCERPT_CHARS ? `${text.slice(0, EXCERPT_CHARS)}...` : text;
  const mark = answeredAt === null ? " " : "*";
  return `${id.slice(0, SHORT_ID_CHARS)} ${mark} ${timeOf(createdAt)}  ${cleanLine(email)}  ${excerpt}`;
}

/** The whole message, without characters that control a terminal. */
export function inboxText(entry: InboxMessage): string {
  const { id, email, message, locale, createdAt, answeredAt } = entry;
  return [
    `id:       ${id}`,
    `from:     ${cleanLine(email)} (${cleanLine(locale)})`,
    `sent:     ${timeOf(createdAt)}`,
    `answered: ${answeredAt === null ? "no" : timeOf(answeredAt)}`,
    "",
    cleanText(message),
  ].join("\n");
}

function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
