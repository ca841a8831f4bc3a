import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Leg } from "../../app/orders/rules/legs";
import { type Db, runBatch } from "../client";
import { insertWhere } from "../insert-where";
import { ledger, shareEntries, sharePayments } from "../schema/index";
import { SHARE_OWED } from "./ledger";

/** A transaction of a seller to those who share in a sale that was built and is not proved yet. */
export interface OpenSharePayment {
  reference: string;
  orderId: string;
  /** Who receives what. */
  legs: readonly Leg[];
  /** Wire bytes, base64; signed by its own key. */
  transaction: string;
  /** Epoch ms. */
  builtAt: number;
  lastValidBlockHeight: number;
}

export type SharePayments = ReturnType<typeof sharePaymentsIn>;

/** Every write is conditional and may be repeated. */
export function sharePaymentsIn(db: Db) {
  return {
    /** What the seller of a sale owes those who share in it. */
    async owedOf(orderId: string): Promise<Leg[]> {
      const rows = await db.all<Pick<Leg, "role" | "wallet"> & { lamports: number }>(sql`
        SELECT max(role) AS role, wallet, sum(lamports) AS lamports FROM share_entries
        WHERE order_id = ${orderId} AND kind IN ${SHARE_OWED}
        GROUP BY wallet HAVING sum(lamports) > 0 ORDER BY wallet`);
      return rows.map(({ lamports, ...leg }) => ({ ...leg, amount: `${lamports}` }));
    },

    async openOf(orderId: string): Promise<OpenSharePayment | null> {
      const row = await db
        .select()
        .from(sharePayments)
        .where(and(eq(sharePayments.orderId, orderId), isNull(sharePayments.signature)))
        .get();
      if (!row) return null;
      const { referenceSecret: _, signature: __, completedAt: ___, legs, ...rest } = row;
      return { ...rest, legs: JSON.parse(legs) };
    },

    /**
     * False where the order has an open one, or an open refund: what is given back is not shared.
     * `nextPollAt` is when the sweep takes over.
     */
    async open(
      { encryptedSecret, legs, ...payment }: OpenSharePayment & { encryptedSecret: string },
      nextPollAt: number,
    ): Promise<boolean> {
      const row = { ...payment, referenceSecret: encryptedSecret, legs: JSON.stringify(legs) };
      const isFree = sql`EXISTS (SELECT 1 FROM orders WHERE id = ${payment.orderId})
        AND NOT EXISTS (SELECT 1 FROM refunds WHERE order_id = ${payment.orderId}
          AND signature IS NULL)`;
      const opened = sql`EXISTS (
        SELECT 1 FROM share_payments WHERE reference = ${payment.reference})`;
      const [written] = await runBatch(db, [
        sql`${insertWhere(sharePayments, row, isFree)} ON CONFLICT DO NOTHING`,
        sql`UPDATE orders SET next_poll_at = ${nextPollAt}
          WHERE id = ${payment.orderId} AND ${opened}`,
      ]);
      return written === 1;
    },

    /**
     * It was seen on the chain. What is owed to a recipient is paid then; what is not, because the order was not
     * settled or was refunded meanwhile, is due back. False where it was completed before.
     */
    async complete(
      reference: string,
      found: { signature: string; slot: number },
      at: number,
    ): Promise<boolean> {
      const results = await db.batch(completion(db, reference, found, at));
      return results[results.length - 1]?.meta.changes === 1;
    },

    /** It can't land any more. */
    async releaseExpiredTransaction(reference: string): Promise<void> {
      await db
        .delete(sharePayments)
        .where(and(eq(sharePayments.reference, reference), isNull(sharePayments.signature)));
    },
  };
}

/** Each statement requires that it is not completed yet, so that it is updated last. */
function completion(
  db: Db,
  reference: string,
  { signature, slot }: { signature: string; slot: number },
  at: number,
) {
  const open = sql`c.reference = ${reference} AND c.signature IS NULL`;
  const amount = sql`CAST(leg.value ->> 'amount' AS INTEGER)`;
  const isOwed = sql`${amount} <= (SELECT coalesce(sum(e.lamports), 0) FROM share_entries e
    WHERE e.order_id = o.id AND e.wallet = leg.value ->> 'wallet' AND e.kind IN ${SHARE_OWED})`;
  // Of one kind the payment that is shared has an entry for each of these transactions.
  const occurrence = sql`(SELECT coalesce(max(v.occurrence) + 1, 0) FROM ledger v
    WHERE v.order_id = o.id AND v.signature = o.signature AND v.kind = 'share_owed_rolled_back')`;
  const isReversal = (kind: SQL) => sql`${kind} = 'share_owed_rolled_back'`;
  const paid = sql`(SELECT coalesce(sum(e.lamports), 0) FROM share_entries e
    WHERE e.order_id = o.id AND e.signature = ${signature} AND e.kind = 'share')`;
  return [
    db
      .insert(shareEntries)
      .select(
        sql`SELECT o.id, leg.value ->> 'wallet', kind.value,
          CASE WHEN ${isReversal(sql`kind.value`)} THEN o.signature ELSE ${signature} END,
          CASE WHEN ${isReversal(sql`kind.value`)} THEN ${occurrence} ELSE 0 END,
          leg.value ->> 'role', 'SOL',
          CASE WHEN ${isReversal(sql`kind.value`)} THEN -${amount} ELSE ${amount} END, ${at}
          FROM share_payments c JOIN orders o ON o.id = c.order_id, json_each(c.legs) leg,
            json_each('["share", "share_owed_rolled_back", "due_back"]') kind
          WHERE ${open} AND (kind.value = 'due_back') <> (${isOwed})`,
      )
      .onConflictDoNothing(),
    db
      .insert(ledger)
      .select(
        sql`SELECT NULL, o.id, o.product_id, o.owner_uid, kind.value,
          CASE WHEN ${isReversal(sql`kind.value`)} THEN -${paid} ELSE ${paid} END,
          CASE WHEN ${isReversal(sql`kind.value`)} THEN o.signature ELSE ${signature} END,
          CASE WHEN ${isReversal(sql`kind.value`)} THEN o.slot ELSE ${slot} END, ${at},
          o.payer_wallet, CASE WHEN ${isReversal(sql`kind.value`)} THEN ${occurrence} ELSE 0 END, 0
          FROM share_payments c JOIN orders o ON o.id = c.order_id,
            json_each('["share", "share_owed_rolled_back"]') kind
          WHERE ${open} AND ${paid} > 0`,
      )
      .onConflictDoNothing(),
    db
      .update(sharePayments)
      .set({ signature, completedAt: at })
      .where(and(eq(sharePayments.reference, reference), isNull(sharePayments.signature))),
  ] as const;
}
