import { type SQL, sql } from "drizzle-orm";
import { SHARE_OWED_KINDS } from "../../app/orders/rules/ledger-kinds";
import type { Payment } from "../../app/orders/rules/payment";
import { RECEIVED_SHARE_KINDS } from "../../app/orders/rules/share-kinds";
import { type Db, sqlList } from "../client";
import { ledger, shareEntries } from "../schema/index";
import { occurrenceOf } from "./ledger";

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
        CASE part.value WHEN 'legs' THEN ${kind} WHEN 'owed' THEN 'share_owed' ELSE 'withheld' END,
        ${signature},
        ${occurrenceOf(id, signature)}, s.value ->> 'role', 'SOL',
        CAST(s.value ->> 'amount' AS INTEGER), ${at}
        FROM orders o, json_each('["legs", "owed", "withheld"]') part,
          json_each(o.terms, '$.' || part.value) s
        WHERE o.id = ${id} AND s.value ->> 'role' NOT IN ('seller', 'platform')
          AND (part.value <> 'legs' OR (${shares ? 1 : 0} AND s.value ->> 'wallet' <> ${payer}))
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

/**
 * Of orders whose sale is refunded: what others got, and what was taken off their shares, is due back to the
 * seller, who has returned the whole price. What was owed to them is not any more.
 */
export function closeShares(db: Db, closed: SQL, refund: { signature: string; at: number }) {
  // What the seller has paid of them since has reversals of its own already.
  const standing = (kinds: SQL) => sql`FROM share_entries s WHERE s.order_id IN (${closed})
    AND s.kind IN ${kinds} GROUP BY s.order_id, s.wallet HAVING sum(s.lamports) > 0`;
  const received = sqlList(RECEIVED_SHARE_KINDS);
  const owed = sqlList(SHARE_OWED_KINDS);
  return [
    db
      .insert(shareEntries)
      .select(
        sql`SELECT s.order_id, s.wallet, 'due_back', ${refund.signature}, 0, s.role, s.asset,
          sum(s.lamports), ${refund.at} ${standing(received)}`,
      )
      .onConflictDoNothing(),
    db
      .insert(ledger)
      .select(
        sql`SELECT NULL, o.id, o.product_id, o.owner_uid, 'share_owed_rolled_back',
          -sum(l.lamports), l.signature, l.slot, ${refund.at}, l.payer,
          max(l.occurrence + (l.kind = 'share_owed_rolled_back')), 0
          FROM ledger l JOIN orders o ON o.id = l.order_id
          WHERE o.id IN (${closed}) AND l.kind IN ${owed}
          GROUP BY l.order_id, l.signature HAVING sum(l.lamports) > 0`,
      )
      .onConflictDoNothing(),
    db
      .insert(shareEntries)
      .select(
        sql`SELECT s.order_id, s.wallet, 'share_owed_rolled_back', s.signature, max(s.occurrence),
          s.role, s.asset, -sum(s.lamports), ${refund.at} ${standing(owed)}`,
      )
      .onConflictDoNothing(),
  ] as const;
}
