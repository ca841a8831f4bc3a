import { type SQL, sql } from "drizzle-orm";
import type { LedgerKind } from "../../app/orders/rules/ledger-kinds";
import type { Payment } from "../../app/orders/rules/payment";
import type { Db } from "../client";
import { shareEntries } from "../schema/index";
import { occurrenceOf } from "./ledger";

/** Kinds of entries, as of the ledger, which has their sum. */
export const SHARE_ENTRY_KINDS = [
  "share",
  "share_owed",
  "share_rolled_back",
  "share_owed_rolled_back",
] as const satisfies readonly LedgerKind[];

/** Of the terms of an order: lamports of shares whose wallets could not receive them at the quote. */
export function sharesOwedBy(id: string): SQL {
  return sql`(SELECT coalesce(sum(CAST(w.value ->> 'amount' AS INTEGER)), 0)
    FROM orders t, json_each(t.terms, '$.owed') w WHERE t.id = ${id})`;
}

/**
 * One entry for each leg of the order's terms that is neither the seller's nor the platform's, and for each
 * share that is owed, by one statement whatever their number. The leg of the wallet that pays is due to
 * nobody. Nothing for other orders.
 */
export function insertShares(
  db: Db,
  { id, payment, at }: { id: string; payment: Payment; at: number },
  where: SQL,
) {
  const { shares, payer, signature } = payment;
  const kind = shares?.isComplete === false ? "share_owed" : "share";
  return db
    .insert(shareEntries)
    .select(
      sql`SELECT o.id, s.value ->> 'wallet',
        CASE part.value WHEN 'legs' THEN ${kind} ELSE 'share_owed' END, ${signature},
        ${occurrenceOf(id, signature)}, s.value ->> 'role', 'SOL',
        CAST(s.value ->> 'amount' AS INTEGER), ${at}
        FROM orders o, json_each('["legs", "owed"]') part,
          json_each(o.terms, '$.' || part.value) s
        WHERE o.id = ${id} AND s.value ->> 'role' NOT IN ('seller', 'platform')
          AND (part.value = 'owed' OR (${shares ? 1 : 0} AND s.value ->> 'wallet' <> ${payer}))
          AND ${where}`,
    )
    .onConflictDoNothing();
}

/** Reverses the entries of a transaction that was rolled back. */
export function reverseShares(
  db: Db,
  { id, signature, at }: { id: string; signature: string; at: number },
  where: SQL,
) {
  return db
    .insert(shareEntries)
    .select(
      sql`SELECT s.order_id, s.wallet, s.kind || '_rolled_back', s.signature, s.occurrence, s.role, s.asset,
        -s.lamports, ${at} FROM share_entries s
        WHERE s.order_id = ${id} AND s.signature = ${signature}
          AND s.occurrence = ${occurrenceOf(id, signature)} AND s.lamports > 0 AND ${where}`,
    )
    .onConflictDoNothing();
}
