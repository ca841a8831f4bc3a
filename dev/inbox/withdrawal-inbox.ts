// Declarations of withdrawal for the operator: those that name no order reach nobody else.
import { cleanLine } from "../../app/lib/clean-text";
import { literal, type SqlDatabase } from "../backup/database";
import { findByIdStart, MAX_LISTED, SHORT_ID_CHARS, timeOf } from "./inbox";

/** A declaration. Times in epoch ms. */
export interface InboxWithdrawal {
  id: string;
  /** Null where it names no order. */
  orderId: string | null;
  proof: string | null;
  name: string;
  contract: string;
  contact: string;
  locale: string;
  declaredAt: number;
  refusedAt: number | null;
  /** Null until the operator marks it. */
  answeredAt: number | null;
}

const COLUMNS = `id, order_id AS orderId, proof, name, contract, contact, locale,
  declared_at AS declaredAt, refused_at AS refusedAt, answered_at AS answeredAt`;
const UNANSWERED = "order_id IS NULL AND answered_at IS NULL";

/** The newest first: without an order and an answer, or all of them. */
export async function listWithdrawals(
  db: SqlDatabase,
  { all = false } = {},
): Promise<InboxWithdrawal[]> {
  const rows = await db.query(
    `SELECT ${COLUMNS} FROM withdrawals ${all ? "" : `WHERE ${UNANSWERED}`}
     ORDER BY declared_at DESC LIMIT ${MAX_LISTED}`,
  );
  return rows as unknown as InboxWithdrawal[];
}

export async function countUnanswered(db: SqlDatabase): Promise<number> {
  const [row] = await db.query(`SELECT count(*) AS n FROM withdrawals WHERE ${UNANSWERED}`);
  return Number(row?.n ?? 0);
}

/** @throws StartFailure where no declaration, or more than one, has an id that begins so */
export function findWithdrawal(db: SqlDatabase, idStart = ""): Promise<InboxWithdrawal> {
  return findByIdStart(idStart, async (where) => {
    const rows = await db.query(`SELECT ${COLUMNS} FROM withdrawals ${where} LIMIT 2`);
    return rows as unknown as InboxWithdrawal[];
  });
}

/** `at` in epoch ms; null marks it as not answered. */
export async function setWithdrawalAnswered(
  db: SqlDatabase,
  id: string,
  at: number | null,
): Promise<void> {
  await db.execute([
    `UPDATE withdrawals SET answered_at = ${literal(at)} WHERE id = ${literal(id)}`,
  ]);
}

/** One line: id, time in UTC, person and contract. */
export function withdrawalLine(one: InboxWithdrawal): string {
  const mark = one.answeredAt === null ? " " : "*";
  const start = `${one.id.slice(0, SHORT_ID_CHARS)} ${mark} ${timeOf(one.declaredAt)}`;
  return `${start}  ${cleanLine(one.contact)}  ${cleanLine(one.contract)}`;
}

/** The whole declaration, without characters that control a terminal. */
export function withdrawalText(one: InboxWithdrawal): string {
  return [
    `id:       ${one.id}`,
    `name:     ${cleanLine(one.name)} (${cleanLine(one.locale)})`,
    `contact:  ${cleanLine(one.contact)}`,
    `contract: ${cleanLine(one.contract)}`,
    `declared: ${timeOf(one.declaredAt)}`,
    `order:    ${one.orderId ?? "not recognised"}`,
    `proof:    ${one.proof ?? "none"}`,
    `refused:  ${one.refusedAt === null ? "no" : timeOf(one.refusedAt)}`,
    `answered: ${one.answeredAt === null ? "no" : timeOf(one.answeredAt)}`,
  ].join("\n");
}
