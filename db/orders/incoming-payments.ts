import { type SQL, sql } from "drizzle-orm";
import { type IncomingPayment, MIN_RETURN_LAMPORTS } from "../../app/orders/rules/incoming-payment";
import { REVIEW_REASONS } from "../../app/orders/rules/order";
import { UNDECIDED_STATUSES } from "../../app/orders/rules/order-state";
import { type Db, sqlList } from "../client";
import { FEE, INCOMING, SALE, SURPLUS, UNDECIDED_BALANCE } from "./ledger";

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

/** A row of `paymentsToReview` and `salesOf`. */
export interface IncomingPaymentRow {
  order_id: string;
  product_id: string;
  owner_uid: string;
  label: string;
  status: IncomingPayment["status"];
  review_reason: string | null;
  hold: IncomingPayment["hold"];
  recipient: string;
  platform: string;
  price_lamports: number;
  fee_bps: number;
  payer: string;
  isPrimary: number;
  signature: string;
  slot: number;
  at: number;
  paid: number;
  balance: number;
  sale: number;
  waiting: number;
  fee_paid: number;
  refund_built_at: number | null;
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
}

/** Sums of the ledger by order and wallet. The commission is part of the price and not added to it. */
function paymentRows({ where, having, at = sql`min(l.at)`, limit, before }: Selection): SQL {
  const older = before
    ? sql`(${at}, o.id, l.payer) < (${before.at}, ${before.orderId}, ${before.payer})`
    : sql`1`;
  return sql`
    SELECT o.id AS order_id, o.product_id, o.owner_uid, o.label, o.status, o.review_reason, o.hold,
      o.recipient, o.platform, o.price_lamports, o.fee_bps, l.payer,
      l.payer = o.payer_wallet AS isPrimary,
      coalesce(CASE WHEN l.payer = o.payer_wallet THEN o.signature END,
        max(CASE WHEN l.lamports > 0 THEN l.signature END)) AS signature,
      max(l.slot) AS slot,
      ${at} AS at,
      sum(CASE WHEN l.kind IN ${SALE} OR l.kind IN ${UNDECIDED_BALANCE} OR l.kind IN ${SURPLUS}
        THEN l.lamports ELSE 0 END) AS balance,
      sum(CASE WHEN l.kind IN ${SALE} THEN l.lamports ELSE 0 END) AS sale,
      sum(CASE WHEN l.kind IN ${UNDECIDED_BALANCE} THEN l.lamports ELSE 0 END) AS waiting,
      CASE WHEN l.payer = o.payer_wallet THEN o.paid_lamports
        ELSE sum(CASE WHEN l.lamports > 0 AND l.kind IN ${UNDECIDED_BALANCE} THEN l.lamports ELSE 0 END)
        END AS paid,
      coalesce(sum(CASE WHEN l.kind IN ${FEE} THEN l.lamports END),
        CASE WHEN l.payer = o.payer_wallet THEN o.fee_lamports - o.fee_owed_lamports ELSE 0 END)
        AS fee_paid,
      (SELECT r.built_at FROM refunds r WHERE r.order_id = o.id AND r.payer = l.payer
        AND r.signature IS NULL) AS refund_built_at
    FROM ledger l JOIN orders o ON o.id = l.order_id
    WHERE l.payer IS NOT NULL AND ${where}
    GROUP BY o.id, l.payer HAVING (${having}) AND ${older}
    ORDER BY at DESC, o.id DESC, l.payer DESC LIMIT ${limit}`;
}

/** Payments that wait for the seller. */
export function paymentsToReview(ownerUid: string, page: Page): SQL {
  return paymentRows({
    where: sql`o.id IN (
      SELECT id FROM orders WHERE owner_uid = ${ownerUid}
        AND status IN ${sqlList(UNDECIDED_STATUSES)}
      UNION SELECT order_id FROM ledger WHERE owner_uid = ${ownerUid} AND kind IN ${INCOMING})`,
    having: sql`(isPrimary AND o.status IN ${sqlList(UNDECIDED_STATUSES)})
      OR waiting > ${Number(MIN_RETURN_LAMPORTS)}`,
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
      SELECT id FROM orders WHERE owner_uid = ${ownerUid} AND status IN ('paid', 'refunded')
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

export type IncomingPayments = ReturnType<typeof createIncomingPayments>;

/** What the ledger says of money that came, by order and wallet. */
export function createIncomingPayments(db: Db) {
  const read = async (query: SQL) =>
    (await db.all<IncomingPaymentRow>(query)).map(toIncomingPayment);
  return {
    /** What a wallet paid for an order; without one, the wallet that the order's state rests on. */
    async find(orderId: string, payer: string | null): Promise<IncomingPayment | null> {
      const having = payer === null ? sql`isPrimary` : sql`l.payer = ${payer}`;
      const where = sql`o.id = ${orderId}`;
      return (await read(paymentRows({ where, having, limit: 1 })))[0] ?? null;
    },

    /** Transactions that brought what a wallet paid for an order, and the one that settled it. */
    async signatures(orderId: string, payer: string): Promise<string[]> {
      const rows = await db.all<{ signature: string }>(sql`
        SELECT signature FROM ledger WHERE order_id = ${orderId}
          AND (payer = ${payer} OR signature = (SELECT signature FROM orders WHERE id = ${orderId}))
          AND (kind IN ${SALE} OR kind IN ${UNDECIDED_BALANCE} OR kind IN ${SURPLUS})
        GROUP BY signature HAVING sum(lamports) > 0`);
      return rows.map(({ signature }) => signature);
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

export function toIncomingPayment(row: IncomingPaymentRow): IncomingPayment {
  return {
    orderId: row.order_id,
    productId: row.product_id,
    ownerUid: row.owner_uid,
    title: row.label,
    status: row.status,
    reviewReason: REVIEW_REASONS.find((reason) => reason === row.review_reason) ?? null,
    hold: row.hold,
    recipient: row.recipient,
    platform: row.platform,
    priceLamports: BigInt(row.price_lamports),
    feeBps: row.fee_bps,
    payer: row.payer,
    isPrimary: row.isPrimary === 1,
    signature: row.signature,
    slot: row.slot,
    at: row.at,
    paid: BigInt(row.paid),
    balance: BigInt(row.balance),
    sale: BigInt(row.sale),
    waiting: BigInt(row.waiting),
    feePaid: BigInt(row.fee_paid),
    refundBuiltAt: row.refund_built_at,
  };
}
