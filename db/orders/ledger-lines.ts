import { type SQL, sql } from "drizzle-orm";
import type { LedgerKind } from "../../app/orders/ports";
import type { Payment } from "../../app/orders/rules/verify-payment";
import type { Db } from "../client";
import { ledger } from "../schema";

/** Kinds of lines, as lists for a statement. What a sale stands at; refunds bear a signature of their own. */
export const SALE = kinds("sale", "rolled_back", "refund");
/** Money that waits for a decision: neither sale nor tip. */
export const AWAITING_DECISION = kinds(
  "misdirected",
  "duplicate",
  "short",
  "unsettled",
  "accepted",
  "returned",
);
export const SURPLUS = kinds("surplus", "surplus_rolled_back");
/** Commission that reached the platform, and what the seller got in its place. */
export const FEE = kinds("fee", "fee_rolled_back");
export const FEE_OWED = kinds("fee_owed", "fee_owed_rolled_back");

interface Line {
  id: string;
  kind: LedgerKind;
  lamports: SQL;
  /** A null payer: the wallet that the order's state rests on. */
  payment: Pick<Payment, "signature"> & { slot: number | SQL; payer: string | null };
  at: number;
}

/**
 * One line, once for each order, kind and signature as long as the transaction stays on the chain;
 * none for an amount of nothing.
 */
export function insertEntry(db: Db, line: Line, where: SQL = sql`1`) {
  const { id, kind, lamports, payment, at } = line;
  const occurrence = sql`(SELECT count(*) FROM ledger v WHERE v.order_id = ${id}
    AND v.signature = ${payment.signature} AND v.kind = 'rolled_back')`;
  return db
    .insert(ledger)
    .select(
      sql`SELECT NULL, o.id, o.product_id, o.owner_uid, ${kind}, ${lamports},
        ${payment.signature}, ${payment.slot}, ${at}, coalesce(${payment.payer}, o.payer_wallet),
        ${occurrence} FROM orders o
        WHERE o.id = ${id} AND ${lamports} <> 0 AND ${where}`,
    )
    .onConflictDoNothing();
}

/** Lamports that the lines of some kinds add up to, of one transaction. */
export function sumOf(id: string, signature: string, ofKinds: SQL): SQL {
  return sql`(SELECT coalesce(sum(m.lamports), 0) FROM ledger m WHERE m.order_id = ${id}
    AND m.signature = ${signature} AND m.kind IN ${ofKinds})`;
}

function kinds(...names: LedgerKind[]): SQL {
  return sql.raw(`(${names.map((name) => `'${name}'`).join(", ")})`);
}
