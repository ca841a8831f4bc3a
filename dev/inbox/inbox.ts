// Reads and answers contact messages and reports of products where they are stored: no page shows them to
// the operator.
import { cleanLine, cleanText } from "../../app/lib/clean-text";
import { paths } from "../../app/lib/paths";
import {
  MAX_REPORT_CHARS,
  REPORT_DECISIONS,
  type ReportDecision,
} from "../../app/reports/rules/report";
import { literal, type SqlDatabase } from "../backup/database";
import { StartFailure } from "../run/failure";

interface Entry {
  id: string;
  /** Empty where a report has none. */
  email: string;
  message: string;
  /** The language of the sender's page. */
  locale: string;
  /** Epoch ms. */
  createdAt: number;
  /** Epoch ms; null until the operator answers. */
  answeredAt: number | null;
}

interface ContactMessage extends Entry {
  kind: "contact";
}

interface ReportOfProduct extends Entry {
  kind: "report";
  productId: string;
  /** The product's title of then. */
  title: string;
  reason: string;
  decision: string | null;
  decisionReason: string | null;
  /** Of today; null where the product is deleted. */
  status: string | null;
  ownerUid: string | null;
  /** Of the review that is reported; null where it is the product. */
  reviewId: string | null;
  /** Its stars and words of today; null where it is removed. */
  review: string | null;
  /** 1 where it is off the pages. */
  isReviewHidden: number;
}

export type InboxEntry = ContactMessage | ReportOfProduct;

/** Entries of a list; `delete` and the retention keep it short. */
export const MAX_LISTED = 500;
/** Characters of an id in the list; commands take the beginning of an id. */
export const SHORT_ID_CHARS = 8;
const ID_START = /^[0-9a-f-]{4,36}$/;
/** Characters of a message in the list. */
const EXCERPT_CHARS = 60;

const TABLES = { contact: "contact_messages", report: "reports" } as const;

/** Both kinds, as far as `where` lets them through. */
const select = (where: string) => `SELECT 'contact' AS kind, id, email, message, locale,
    created_at AS createdAt, answered_at AS answeredAt, NULL AS productId, NULL AS title,
    NULL AS reason, NULL AS decision, NULL AS decisionReason, NULL AS status, NULL AS ownerUid,
    NULL AS reviewId, NULL AS review, 0 AS isReviewHidden
  FROM contact_messages ${where}
  UNION ALL SELECT 'report', id, email, text, locale, created_at, answered_at, product_id, title,
    reason, decision, decision_reason,
    (SELECT status FROM products WHERE products.id = reports.product_id),
    (SELECT owner_uid FROM products WHERE products.id = reports.product_id), review_id,
    (SELECT stars || '/5 ' || text || iif(answer = '', '', ' | answer: ' || answer)
      FROM reviews WHERE reviews.id = reports.review_id),
    EXISTS (SELECT 1 FROM reviews WHERE reviews.id = reports.review_id AND hidden_at IS NOT NULL)
  FROM reports ${where}`;

async function entries(db: SqlDatabase, where: string, limit: number): Promise<InboxEntry[]> {
  const rows = await db.query(`${select(where)} ORDER BY createdAt DESC LIMIT ${limit}`);
  return rows as unknown as InboxEntry[];
}

/** The newest first: without an answer, or all of them. */
export function listInbox(db: SqlDatabase, { all = false } = {}): Promise<InboxEntry[]> {
  return entries(db, all ? "" : "WHERE answered_at IS NULL", MAX_LISTED);
}

/** @throws StartFailure where nothing, or more than one entry, has an id that begins so */
export function findInInbox(db: SqlDatabase, idStart = ""): Promise<InboxEntry> {
  return findByIdStart(idStart, (where) => entries(db, where, 2));
}

/**
 * The row whose id begins so; `read` gets a condition and reads at most two.
 *
 * @throws StartFailure for none and for several
 */
export async function findByIdStart<Row>(
  idStart: string,
  read: (where: string) => Promise<Row[]>,
): Promise<Row> {
  if (!ID_START.test(idStart)) {
    throw new StartFailure("Which message? Give the first characters of its id, at least 4.");
  }
  const [found, another] = await read(`WHERE id LIKE ${literal(`${idStart}%`)}`);
  if (!found) throw new StartFailure(`No message has an id that begins with ${idStart}.`);
  if (another) throw new StartFailure(`Several ids begin with ${idStart}: give more of it.`);
  return found;
}

/** `at` in epoch ms; null marks it as not answered, and takes back the answer to a report. */
export async function setAnswered(
  db: SqlDatabase,
  { kind, id }: Pick<InboxEntry, "kind" | "id">,
  at: number | null,
): Promise<void> {
  const answer = kind === "report" ? ", decision = NULL, decision_reason = NULL" : "";
  await db.execute([
    `UPDATE ${TABLES[kind]} SET answered_at = ${literal(at)}${answer} WHERE id = ${literal(id)}`,
  ]);
}

/**
 * Stores what the reporter's page shows. Of a review, `removed` takes it off the pages, with the reason for its buyer and
 * its seller, and `kept` puts it back.
 *
 * @param at epoch ms
 * @throws StartFailure for an unknown decision, without a reason, and for a product that is said to be
 *   removed and is on sale
 */
export async function answerReport(
  db: SqlDatabase,
  { id, status, reviewId }: Pick<ReportOfProduct, "id" | "status" | "reviewId">,
  { decision, reason = "" }: { decision?: string | undefined; reason?: string | undefined },
  at: number,
): Promise<void> {
  if (!isDecision(decision)) {
    throw new StartFailure(`A report is answered with --decision ${REPORT_DECISIONS.join("|")}.`);
  }
  const text = cleanText(reason);
  if (!text) throw new StartFailure('The reporter is told why: give --reason "..."');
  if (text.length > MAX_REPORT_CHARS) {
    throw new StartFailure(`The reason has at most ${MAX_REPORT_CHARS} characters.`);
  }
  if (reviewId === null && decision === "removed" && status === "active") {
    throw new StartFailure(
      "The product is still on sale, and this command only records an answer. Take it off sale " +
        "first (docs/operations.md, Reports of products).",
    );
  }
  await db.execute([
    `UPDATE reports SET answered_at = ${literal(at)}, decision = ${literal(decision)},
       decision_reason = ${literal(text)} WHERE id = ${literal(id)}`,
    ...(reviewId === null ? [] : showReview(reviewId, decision, { reason: text, at })),
  ]);
}

/** What a decision does with a review. */
function showReview(
  reviewId: string,
  decision: ReportDecision,
  { reason, at }: { reason: string; at: number },
): string[] {
  if (decision === "other") return [];
  const isHidden = decision === "removed";
  return [
    `UPDATE reviews SET hidden_at = ${literal(isHidden ? at : null)},
       hidden_reason = ${literal(isHidden ? reason : "")} WHERE id = ${literal(reviewId)}`,
  ];
}

function isDecision(word: string | undefined): word is ReportDecision {
  return REPORT_DECISIONS.some((known) => known === word);
}

export async function removeFromInbox(
  db: SqlDatabase,
  { kind, id }: Pick<InboxEntry, "kind" | "id">,
): Promise<void> {
  await db.execute([`DELETE FROM ${TABLES[kind]} WHERE id = ${literal(id)}`]);
}

/** One line: id, kind, time in UTC, sender, and the beginning of the text, of a report its reason first. */
export function inboxLine(entry: InboxEntry): string {
  const { id, kind, email, message, createdAt, answeredAt } = entry;
  const text = cleanLine(kind === "report" ? `${entry.reason}: ${message}` : message);
  const excerpt = text.length > EXCERPT_CHARS ? `${text.slice(0, EXCERPT_CHARS)}...` : text;
  const mark = answeredAt === null ? " " : "*";
  const from = cleanLine(email) || "-";
  return `${id.slice(0, SHORT_ID_CHARS)} ${mark} ${kind.padEnd(7)} ${timeOf(createdAt)}  ${from}  ${excerpt}`;
}

/** The whole entry, without characters that control a terminal. */
export function inboxText(entry: InboxEntry): string {
  const { id, email, message, locale, createdAt, answeredAt } = entry;
  return [
    `id:       ${id}`,
    `from:     ${cleanLine(email) || "-"} (${cleanLine(locale)})`,
    `sent:     ${timeOf(createdAt)}`,
    ...(entry.kind === "report" ? reportFacts(entry) : []),
    `answered: ${answeredAt === null ? "no" : timeOf(answeredAt)}`,
    "",
    cleanText(message),
  ].join("\n");
}

function reportFacts(entry: ReportOfProduct): string[] {
  const { productId, title, reason, status, ownerUid, decision, decisionReason } = entry;
  return [
    `product:  ${cleanLine(title)}`,
    `          ${paths.buy(productId)} (${status ?? "deleted"}${ownerUid ? `, seller ${cleanLine(ownerUid)}` : ""})`,
    ...(entry.reviewId === null ? [] : [`review:   ${reviewLine(entry)}`]),
    `reason:   ${cleanLine(reason)}`,
    ...(decision ? [`decision: ${cleanLine(decision)}: ${cleanLine(decisionReason ?? "")}`] : []),
  ];
}

function reviewLine({ review, isReviewHidden }: ReportOfProduct): string {
  if (review === null) return "removed by its buyer";
  return `${isReviewHidden === 1 ? "(off the pages) " : ""}${cleanLine(review)}`;
}

/** To the minute, in UTC. */
export function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
