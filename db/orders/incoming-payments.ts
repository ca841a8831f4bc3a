import { type SQL, sql } from "drizzle-orm";
import { type IncomingPayment, MIN_RETURN_LAMPORTS } from "../../app/orders/rules/incoming-payment";
import { CLOSED_STATUSES, UNDECIDED_STATUSES } from "../../app/orders/rules/order-state";
import { type Db, runBatch, sqlList } from "../client";
import { type IncomingPaymentRow, toIncomingPayment } from "./incoming-payment-rows";
import {
  FEE,
  INCOMING,
  REFUNDABLE,
  REVENUE,
  SHARE,
  SHARE_OWED,
  sumOf,
  UNDECIDED_BALANCE,
} from "./ledger";

/** The last payment of a page: the time alone may be shared. */
export type IncomingPaymentCursor = Pick<IncomingPayment, "at" | "orderId" | "payer">;

interface Page {
  limit: number;
  /** Continues after this payment. */
  before?: IncomingPaymentCursor | undefined;
}

interface SalesPage extends Page {
  productId?: string | null;
  /** The earliest time of a sale, epoch ms. */
  since?: number | null;
}

interface Selection {
  /** The orders, which is all that is read. */
  where: SQL;
  /** Of their payments. */
  having: SQL;
  /** The time of a payment, by which the rows are sorted: newest first. */
  at?: SQL;
  limit: number;
  before?: IncomingPaymentCursor | undefined;
  /** Replaces the order by time. */
  orderBy?: SQL;
  offset?: number;
}

/** Sums of the ledger by order and wallet. The commission is part of the price and not added to it. */
function paymentRows(selection: Selection): SQL {
  const { where, having, at = sql`min(l.at)`, limit, before, offset = 0 } = selection;
  const { orderBy = sql`at DESC, o.id DESC, l.payer DESC` } = selection;
  const older = before
    ? sql`(${at}, o.id, l.payer) < (${before.at}, ${before.orderId}, ${before.payer})`
    : sql`1`;
  return sql`
    SELECT o.id AS order_id, o.product_id, o.owner_uid, o.label, o.status, o.review_reason, o.hold,
      o.recipient, o.platform, o.price_lamports, o.fee_bps, o.terms ->> '$.legs' AS legs, o.terms ->> '$.owed' AS owed,
      o.terms ->> '$.adjustments' AS adjustments, l.payer,
      l.payer = o.payer_wallet AS isPrimary,
      coalesce(CASE WHEN l.payer = o.payer_wallet THEN o.signature END,
        max(CASE WHEN l.lamports > 0 THEN l.signature END)) AS signature,
      max(l.slot) AS slot,
      ${at} AS at,
      sum(CASE WHEN l.kind IN ${REFUNDABLE} THEN l.lamports ELSE 0 END) AS balance,
      sum(CASE WHEN l.kind IN ${REVENUE} THEN l.lamports ELSE 0 END) AS sale,
      sum(CASE WHEN l.kind IN ${UNDECIDED_BALANCE} THEN l.lamports ELSE 0 END) AS waiting,
      CASE WHEN l.payer = o.payer_wallet THEN o.paid_lamports
        ELSE sum(CASE WHEN l.lamports > 0 AND l.kind IN ${UNDECIDED_BALANCE} THEN l.lamports ELSE 0 END)
        END AS paid,
      coalesce(sum(CASE WHEN l.kind IN ${FEE} THEN l.lamports END),
        CASE WHEN l.payer = o.payer_wallet THEN o.fee_lamports - o.fee_owed_lamports ELSE 0 END)
        AS fee_paid,
      coalesce(sum(CASE WHEN l.kind IN ${SHARE} THEN l.lamports END), 0) AS shares_paid,
      coalesce(sum(CASE WHEN l.kind IN ${SHARE_OWED} THEN l.lamports END), 0) AS shares_owed,
      sum(l.kind = 'short') > 0 AND sum(l.kind IN ${INCOMING} AND l.kind <> 'short') = 0 AS isShort,
      coalesce((SELECT d.lamports FROM dismissed_payments d
        WHERE d.order_id = o.id AND d.payer = l.payer), 0) AS dismissed,
      (SELECT r.built_at FROM refunds r WHERE r.order_id = o.id AND r.payer = l.payer
        AND r.signature IS NULL) AS refund_built_at,
      (SELECT c.built_at FROM share_payments c WHERE c.order_id = o.id AND l.payer = o.payer_wallet
        AND c.signature IS NULL) AS sharing_built_at
    FROM ledger l JOIN orders o ON o.id = l.order_id
    WHERE l.payer IS NOT NULL AND ${where}
    GROUP BY o.id, l.payer HAVING (${having}) AND ${older}
    ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${offset}`;
}

/** Payments that wait for the seller, without those below the price. */
export function paymentsToReview(ownerUid: string, page: Page): SQL {
  return paymentRows({
    where: sql`o.id IN (
      SELECT id FROM orders WHERE owner_uid = ${ownerUid}
        AND status IN ${sqlList(UNDECIDED_STATUSES)}
      UNION SELECT order_id FROM ledger WHERE owner_uid = ${ownerUid} AND kind IN ${INCOMING})`,
    having: sql`(isPrimary AND o.status IN ${sqlList(UNDECIDED_STATUSES)})
      OR (waiting > ${Number(MIN_RETURN_LAMPORTS)} AND NOT isShort)`,
    ...page,
  });
}

interface ShortPage {
  limit: number;
  offset?: number;
  /** True for those only that the seller has not dismissed. */
  open?: boolean;
}

/** Payments below the price, the largest first and those that the seller has dismissed last. */
export function shortPayments(ownerUid: string, { open = false, ...page }: ShortPage): SQL {
  return paymentRows({
    where: sql`o.id IN (
      SELECT order_id FROM ledger WHERE owner_uid = ${ownerUid} AND kind IN ${INCOMING})`,
    having: sql`isShort AND waiting > ${Number(MIN_RETURN_LAMPORTS)}
      AND ${open ? sql`waiting > dismissed` : sql`1`}`,
    orderBy: sql`waiting <= dismissed, waiting DESC, o.id, l.payer`,
    ...page,
  });
}

/** Sales, refunded or not. Reads the orders of the page and their ledger entries. */
export function salesOf(ownerUid: string, { productId, since, ...page }: SalesPage): SQL {
  const { limit, before } = page;
  // `sold_at` alone is a range of the index; orders of the same time are compared by their ids.
  const older = before
    ? sql`sold_at <= ${before.at} AND (sold_at < ${before.at} OR id < ${before.orderId})`
    : sql`1`;
  return paymentRows({
    where: sql`o.id IN (
      SELECT id FROM orders WHERE owner_uid = ${ownerUid} AND status IN ${sqlList(CLOSED_STATUSES)}
        AND payer_wallet IS NOT NULL AND ${productId ? sql`product_id = ${productId}` : sql`1`}
        AND ${since ? sql`sold_at >= ${since}` : sql`1`} AND ${older}
      ORDER BY sold_at DESC, id DESC LIMIT ${limit})`,
    having: sql`isPrimary`,
    at: sql`o.sold_at`,
    limit,
  });
}

/** Largest number that is counted and shown. */
export const MAX_TO_REVIEW = 1_000;

/** An entry of a payment below the price. Amounts in lamports. */
export interface ShortEntry {
  signature: string;
  slot: number;
  /** What is not accepted. */
  lamports: number;
  /** The part of the payment that reached the platform. */
  platformLamports: number;
}

/** A transaction of the ledger. */
export interface RecordedTransaction {
  signature: string;
  slot: number;
  /** Epoch ms. */
  recordedAt: number;
}

export type IncomingPayments = ReturnType<typeof createIncomingPayments>;

/** What the ledger says of money that came, by order and wallet. */
export function createIncomingPayments(db: Db) {
  const read = async (query: SQL) =>
    (await db.all<IncomingPaymentRow>(query)).map(toIncomingPayment);
  return {
    /**
     * What a wallet paid for an order; without one, the wallet that the order's state rests on, or
     * else the largest payment below the price.
     */
    async find(orderId: string, payer: string | null): Promise<IncomingPayment | null> {
      const having = payer === null ? sql`isPrimary OR isShort` : sql`l.payer = ${payer}`;
      const where = sql`o.id = ${orderId}`;
      const orderBy = sql`coalesce(isPrimary, 0) DESC, waiting DESC, l.payer`;
      return (await read(paymentRows({ where, having, limit: 1, orderBy })))[0] ?? null;
    },

    /** The payments that decide the state of these orders; at most 90. */
    ofOrders(orderIds: readonly string[]): Promise<IncomingPayment[]> {
      const list = orderIds.map((id) => sql`${id}`);
      const where = sql`o.id IN (${sql.join(list, sql`, `)})`;
      return read(paymentRows({ where, having: sql`isPrimary`, limit: orderIds.length }));
    },

    /** Payments below the price, the largest first and dismissed ones last. */
    short: (ownerUid: string, page: ShortPage) => read(shortPayments(ownerUid, page)),

    async countShort(ownerUid: string): Promise<number> {
      return (await read(shortPayments(ownerUid, { limit: MAX_TO_REVIEW, open: true }))).length;
    },

    /** Entries of payments below the price of one wallet that still stand, the newest first. */
    async shortEntries(orderId: string, payer: string): Promise<ShortEntry[]> {
      return db.all<ShortEntry>(sql`
        SELECT l.signature, l.slot, l.platform_lamports AS platformLamports,
          ${sumOf(sql`l.order_id`, sql`l.signature`, UNDECIDED_BALANCE, sql`l.payer`)} AS lamports
        FROM ledger l WHERE l.order_id = ${orderId} AND l.payer = ${payer} AND l.kind = 'short'
        ORDER BY l.id DESC`);
    },

    /** Marks payments below the price as dismissed, until more comes from the same wallet. */
    async dismiss(payments: readonly IncomingPayment[], at: number): Promise<void> {
      if (payments.length === 0) return;
      await runBatch(
        db,
        payments.map(
          ({ orderId, payer, waiting }) => sql`
            INSERT INTO dismissed_payments (order_id, payer, lamports, at)
            VALUES (${orderId}, ${payer}, ${Number(waiting)}, ${at})
            ON CONFLICT (order_id, payer) DO UPDATE SET lamports = excluded.lamports, at = excluded.at`,
        ),
      );
    },

    /** Transactions that brought what a wallet paid for an order, and the one that settled it. */
    transactions(orderId: string, payer: string): Promise<RecordedTransaction[]> {
      return db.all<RecordedTransaction>(sql`
        SELECT signature, max(slot) AS slot, max(at) AS recordedAt FROM ledger
        WHERE order_id = ${orderId}
          AND (payer = ${payer} OR signature = (SELECT signature FROM orders WHERE id = ${orderId}))
          AND kind IN ${REFUNDABLE}
        GROUP BY signature HAVING sum(lamports) > 0`);
    },

    /** Payments that wait for the seller, newest first. */
    toReview: (ownerUid: string, page: Page) => read(paymentsToReview(ownerUid, page)),

    async countToReview(ownerUid: string): Promise<number> {
      return (await read(paymentsToReview(ownerUid, { limit: MAX_TO_REVIEW }))).length;
    },

    /** Sales and what became of them, newest first. */
    sales: (ownerUid: string, page: SalesPage) => read(salesOf(ownerUid, page)),
  };
}
