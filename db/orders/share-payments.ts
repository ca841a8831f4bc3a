import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { LedgerKind } from "../../app/orders/rules/ledger-kinds";
import type { Leg } from "../../app/orders/rules/legs";
import type { ShareEntryKind } from "../../app/orders/rules/share-kinds";
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
  const paid = sql`(SELECT coalesce(sum(e.lamports), 0) FROM share_entries e
    WHERE e.order_id = o.id AND e.signature = ${signature} AND e.kind = 'share')`;
  const own = { signature: sql`${signature}`, slot: sql`${slot}`, occurrence: sql`0` };
  // The debt ends under the signature of the payment that is shared: an occurrence for each transaction.
  const shared = {
    signature: sql`o.signature`,
    slot: sql`o.slot`,
    occurrence: sql`(SELECT coalesce(max(v.occurrence) + 1, 0) FROM ledger v
      WHERE v.order_id = o.id AND v.signature = o.signature AND v.kind = 'share_owed_rolled_back')`,
  };
  const ofWallets = (kind: ShareEntryKind, lamports: SQL, by: typeof own, where: SQL) =>
    db
      .insert(shareEntries)
      .select(
        sql`SELECT o.id, leg.value ->> 'wallet', ${kind}, ${by.signature}, ${by.occurrence},
          leg.value ->> 'role', 'SOL', ${lamports}, ${at}
          FROM share_payments c JOIN orders o ON o.id = c.order_id, json_each(c.legs) leg
          WHERE ${open} AND ${where}`,
      )
      .onConflictDoNothing();
  const ofSeller = (kind: LedgerKind, lamports: SQL, by: typeof own) =>
    db
      .insert(ledger)
      .select(
        sql`SELECT NULL, o.id, o.product_id, o.owner_uid, ${kind}, ${lamports}, ${by.signature},
          ${by.slot}, ${at}, o.payer_wallet, ${by.occurrence}, 0
          FROM share_payments c JOIN orders o ON o.id = c.order_id WHERE ${open} AND ${paid} > 0`,
      )
      .onConflictDoNothing();
  return [
    ofWallets("due_back", amount, own, sql`NOT (${isOwed})`),
    ofWallets("share", amount, own, isOwed),
    // The last: its entries change what is owed.
    ofWallets("share_owed_rolled_back", sql`-${amount}`, shared, isOwed),
    ofSeller("share", paid, own),
    ofSeller("share_owed_rolled_back", sql`-${paid}`, shared),
    db
      .update(sharePayments)
      .set({ signature, completedAt: at })
      .where(and(eq(sharePayments.reference, reference), isNull(sharePayments.signature))),
  ] as const;
}
