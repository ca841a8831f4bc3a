// Reads all rows that the books compare in one transaction.
import { sql } from "drizzle-orm";
import { legsOfSale } from "../../app/orders/rules/legs";
import type { LedgerSnapshot } from "../../app/orders/rules/reconcile";
import type { RecordedPayments } from "../../app/settlement/rules/reconcile-chain";
import { openDb, readBatch } from "../../db/client";
import { selectRights } from "../../db/orders/rights";

const RIGHT = sql`r.uid, r.product_id AS productId, r.order_id AS orderId, r.revoked_at AS revokedAt`;

/** The rows that `reconcile` compares, of the whole database, read in one transaction. */
export async function readLedgerSnapshot(db: D1Database): Promise<LedgerSnapshot> {
  const statements = [
    // Units that were granted have no order.
    `SELECT id, owner_uid AS ownerUid, sale_limit AS saleLimit, held,
       sold - (SELECT count(*) FROM grants g, json_each(g.takes) t
         WHERE g.product_id = products.id AND t.value = 'unit:' || products.id) AS sold FROM products`,
    `SELECT id, product_id AS productId, owner_uid AS ownerUid, buyer_uid AS buyerUid, status, hold,
       (SELECT count(*) FROM json_each(terms, '$.takes')
         WHERE value NOT LIKE 'unit:%') AS otherThings,
       (SELECT json_group_array(value ->> 'product') FROM json_each(terms, '$.items')
         WHERE value ->> 'product' <> product_id) AS items,
       settled_at AS settledAt,
       paid_lamports AS paidLamports, surplus_lamports AS surplusLamports,
       fee_owed_lamports AS feeOwedLamports FROM orders`,
    sql`SELECT ${RIGHT} FROM purchases r`,
    // Those of grants have no order either.
    selectRights(
      RIGHT,
      sql`NOT EXISTS (SELECT 1 FROM grants g WHERE g.id = r.order_id AND g.uid = r.uid)`,
    ),
    `SELECT order_id AS orderId, owner_uid AS ownerUid, kind, lamports, signature,
       payer
       FROM ledger`,
    "SELECT id, capacity, held, sold FROM things",
    "SELECT product_id AS productId, state, order_id AS orderId FROM item_holds",
    `SELECT thing, state, order_id AS orderId FROM holds UNION ALL
       SELECT t.value, 'sold', g.id FROM grants g, json_each(g.takes) t
       WHERE t.value <> 'unit:' || g.product_id`,
    "SELECT order_id AS orderId, kind, lamports, signature FROM share_entries",
  ];
  const read = await readBatch(
    openDb(db),
    statements.map((statement) => (typeof statement === "string" ? sql.raw(statement) : statement)),
  );
  const [products, orders, purchases, rights, ledger, things, itemHolds, holds, shares] = read;
  return {
    products,
    orders,
    purchases,
    rights,
    ledger,
    things,
    itemHolds,
    holds,
    shares,
  } as unknown as LedgerSnapshot;
}

interface TermsRow {
  id: string;
  ownerUid: string;
  reference: string;
  recipient: string;
  platform: string;
  priceLamports: number;
  feeLamports: number;
  /** JSON; null where the version before wrote the order. */
  legs: string | null;
  shortLamports: number;
  boundWallet: string | null;
}

/** The rows that `reconcileWithChain` compares, read in one transaction. */
export async function readRecordedPayments(db: D1Database): Promise<RecordedPayments> {
  const statements = [
    `SELECT id, owner_uid AS ownerUid, reference, recipient, platform, price_lamports AS priceLamports,
       fee_lamports AS feeLamports, buyer_wallet AS boundWallet, terms ->> '$.legs' AS legs,
       short_lamports AS shortLamports FROM orders`,
    "SELECT order_id AS orderId, kind, lamports, signature, payer FROM ledger",
    "SELECT reference FROM refunds UNION ALL SELECT reference FROM share_payments",
    "SELECT signature FROM unmatched_payments WHERE resolved_at IS NOT NULL",
  ];
  const read = await db.batch<unknown>(statements.map((statement) => db.prepare(statement)));
  const [orders = [], ledger = [], refunds = [], resolved = []] = read.map(
    ({ results }) => results,
  );
  return {
    orders: (orders as TermsRow[]).map(({ priceLamports, feeLamports, legs, ...order }) => ({
      ...order,
      legs: legs
        ? JSON.parse(legs)
        : legsOfSale({
            ...order,
            priceLamports: BigInt(priceLamports),
            feeLamports: BigInt(feeLamports),
          }),
    })),
    ledger: ledger as RecordedPayments["ledger"],
    refundReferences: (refunds as { reference: string }[]).map(({ reference }) => reference),
    resolved: (resolved as { signature: string }[]).map(({ signature }) => signature),
  };
}
