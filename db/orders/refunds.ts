import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { SURPLUS_KINDS, UNDECIDED_BALANCE_KINDS } from "../../app/orders/rules/ledger-kinds";
import { UNIT_HOLDS } from "../../app/orders/rules/order";
import { REFUNDABLE_STATUSES, UNDECIDED_STATUSES } from "../../app/orders/rules/order-state";
import { type Db, runBatch, sqlList } from "../client";
import { insertWhere } from "../insert-where";
import { ledger, orders, products, refunds } from "../schema/index";
import { FULFILMENTS, type Fulfilment, takeBack } from "./fulfilment";
import { REFUNDABLE, REVENUE, UNDECIDED_BALANCE } from "./ledger";
import { isCreditedFor, isPaidItem } from "./settlement";
import { closeShares } from "./shares";

/** What can be given back without touching the sale. */
const BESIDE_SALE = sqlList([...UNDECIDED_BALANCE_KINDS, ...SURPLUS_KINDS]);

/** A transfer back to a buyer that was built and is not proved yet. */
export interface OpenRefund {
  reference: string;
  orderId: string;
  payer: string;
  lamports: bigint;
  closes: boolean;
  /** Wire bytes, base64; signed by the refund's own key. */
  transaction: string;
  /** Epoch ms. */
  builtAt: number;
  lastValidBlockHeight: number;
}

export type Refunds = ReturnType<typeof refundsIn>;

/** Every write is conditional and may be repeated. */
export function refundsIn(db: Db, { fulfilments = FULFILMENTS } = {}) {
  return {
    async openOf(orderId: string): Promise<OpenRefund | null> {
      const row = await db
        .select()
        .from(refunds)
        .where(and(eq(refunds.orderId, orderId), isNull(refunds.signature)))
        .get();
      if (!row) return null;
      const { referenceSecret: _, signature: __, refundedAt: ___, lamports, ...rest } = row;
      return { ...rest, lamports: BigInt(lamports) };
    },

    /**
     * The label of a bundle that the buyer paid less for since this order had given them an item of it, which no other order
     * was paid for; null for none.
     */
    async creditedBundle(orderId: string): Promise<string | null> {
      const [row] = await db.all<{ label: string }>(creditedBy(orderId));
      return row?.label ?? null;
    },

    /**
     * False where the order has an open one, or where the amount is above what stands by now: of what
     * waits for a decision, or of all where the refund ends the order. `nextPollAt` is when the sweep
     * takes over.
     */
    async open(
      { encryptedSecret, lamports, ...refund }: OpenRefund & { encryptedSecret: string },
      nextPollAt: number,
    ): Promise<boolean> {
      const row = { ...refund, referenceSecret: encryptedSecret, lamports: Number(lamports) };
      const kinds = refund.closes ? REFUNDABLE : UNDECIDED_BALANCE;
      const standing = sql`(SELECT coalesce(sum(l.lamports), 0) FROM ledger l
        WHERE l.order_id = ${refund.orderId} AND l.payer = ${refund.payer} AND l.kind IN ${kinds})`;
      const unpaid = sql`reference = ${refund.reference} AND lamports > ${standing}`;
      // What is being shared is not given back.
      const isThere = sql`EXISTS (SELECT 1 FROM orders WHERE id = ${refund.orderId})
        AND NOT (${refund.closes ? 1 : 0} AND EXISTS (${creditedBy(refund.orderId)}))
        AND NOT EXISTS (SELECT 1 FROM share_payments WHERE order_id = ${refund.orderId}
          AND signature IS NULL)`;
      const opened = sql`EXISTS (SELECT 1 FROM refunds WHERE reference = ${refund.reference})`;
      const [written, refused] = await runBatch(db, [
        // The order is gone where an older copy has taken the database's place meanwhile.
        sql`${insertWhere(refunds, row, isThere)} ON CONFLICT DO NOTHING`,
        // Since it was read, the seller may have accepted it, or an earlier refund may have landed.
        sql`DELETE FROM refunds WHERE ${unpaid}`,
        sql`UPDATE orders SET next_poll_at = ${nextPollAt}
          WHERE id = ${refund.orderId} AND ${opened}`,
      ]);
      return written === 1 && refused === 0;
    },

    /**
     * It was seen on the chain: ledger, links, purchase, stock and order in one batch. An order that
     * rests on another wallet's payment by now goes on. False where it was completed before.
     */
    async complete(
      reference: string,
      found: { signature: string; slot: number },
      at: number,
    ): Promise<boolean> {
      const results = await db.batch(completion(db, reference, found, { at, fulfilments }));
      // The row of the event that a trigger writes is counted as well.
      return (results[results.length - 1]?.meta.changes ?? 0) > 0;
    },

    /** It can't land any more. */
    async releaseExpiredTransaction(reference: string): Promise<void> {
      await db
        .delete(refunds)
        .where(and(eq(refunds.reference, reference), isNull(refunds.signature)));
    },
  };
}

/** The order that an open refund ends. `signature` is that of the refund, whose entry changes what waits. */
function closedOrder(open: SQL, signature: string): SQL {
  const waiting = sql`(SELECT coalesce(sum(w.lamports), 0) FROM ledger w WHERE w.order_id = o.id
    AND w.payer = r.payer AND w.kind IN ${BESIDE_SALE} AND w.signature <> ${signature})`;
  // An order may rest on this payment, or be paid by it, only since the refund was built.
  const isAllThatWaits = sql`(o.status IN ${sqlList(UNDECIDED_STATUSES)} AND r.lamports >= ${waiting})
    OR (o.status = 'paid' AND r.lamports > ${waiting})`;
  return sql`SELECT o.id FROM refunds r JOIN orders o ON o.id = r.order_id
    WHERE ${open} AND (r.closes OR (${isAllThatWaits})) AND o.payer_wallet = r.payer
      AND o.status IN ${sqlList(REFUNDABLE_STATUSES)}`;
}

/** Select: labels of paid bundles whose price counts on what this order gave. */
function creditedBy(orderId: string): SQL {
  return sql`SELECT o.label FROM rights r JOIN orders o ON o.buyer_uid = r.uid AND o.status = 'paid' AND o.id <> r.order_id
    WHERE r.order_id = ${orderId} AND r.revoked_at IS NULL AND ${isCreditedFor(sql`o`, sql`r.product_id`)}
      AND NOT ${isPaidItem(sql`r.uid`, sql`r.product_id`, sql`r.order_id`)}`;
}

/** Each statement requires that the refund is not completed yet, so the refund is updated last. */
function completion(
  db: Db,
  reference: string,
  { signature, slot }: { signature: string; slot: number },
  { at, fulfilments }: { at: number; fulfilments: readonly Fulfilment[] },
) {
  const open = sql`r.reference = ${reference} AND r.signature IS NULL`;
  const closed = closedOrder(open, signature);
  // The part of the refund that reverses a sale, where the refund ends the order.
  const sale = sql`CASE WHEN o.id IN (${closed}) THEN (
    SELECT coalesce(sum(m.lamports), 0) FROM ledger m WHERE m.order_id = o.id
      AND m.payer = r.payer AND m.kind IN ${REVENUE}) ELSE 0 END`;
  const saleKind = sql`CASE WHEN EXISTS (SELECT 1 FROM ledger m WHERE m.order_id = o.id
    AND m.kind = 'partial') THEN 'partial_refund' ELSE 'refund' END`;
  const ledgerEntry = (kind: string | ReturnType<typeof sql>, lamports: ReturnType<typeof sql>) =>
    db
      .insert(ledger)
      .select(
        sql`SELECT NULL, o.id, o.product_id, o.owner_uid, ${kind}, -(${lamports}), ${signature},
          ${slot}, ${at}, r.payer, 0, 0 FROM refunds r JOIN orders o ON o.id = r.order_id
          WHERE ${open} AND (${lamports}) <> 0`,
      )
      .onConflictDoNothing();
  const unitOf = (hold: string) => sql`(SELECT count(*) FROM orders
    WHERE id IN (${closed}) AND hold = ${hold})`;
  return [
    // First, since the other statement adds a ledger entry that changes the sum of the sale.
    ledgerEntry("returned", sql`r.lamports - (${sale})`),
    ledgerEntry(saleKind, sale),
    ...closeShares(db, closed, { signature, at }),
    ...takeBack(db, { orders: closed, at }, fulfilments),
    db
      .update(products)
      .set({ sold: sql`sold - ${unitOf("sold")}`, held: sql`held - ${unitOf("held")}` })
      .where(sql`id IN (SELECT product_id FROM orders WHERE id IN (${closed}))`),
    db
      .update(orders)
      .set({
        status: "refunded",
        hold: sql`CASE WHEN hold IN ${sqlList(UNIT_HOLDS)} THEN 'released' ELSE hold END`,
        refundReference: reference,
        refundSignature: signature,
        refundedAt: at,
        updatedAt: at,
      })
      .where(sql`id IN (${closed})`),
    db
      .update(refunds)
      .set({ signature, refundedAt: at })
      .where(and(eq(refunds.reference, reference), isNull(refunds.signature))),
  ] as const;
}
