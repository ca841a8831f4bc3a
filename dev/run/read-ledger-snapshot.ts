import type { LedgerSnapshot } from "../../app/orders/rules/reconcile";

/** The rows that `reconcile` compares, of the whole database, read in one transaction. */
export async function readLedgerSnapshot(db: D1Database): Promise<LedgerSnapshot> {
  const statements = [
    "SELECT id, owner_uid AS ownerUid, sale_limit AS saleLimit, sold, held FROM products",
    `SELECT id, product_id AS productId, owner_uid AS ownerUid, buyer_uid AS buyerUid, status, hold,
       settled_at AS settledAt,
       paid_lamports AS paidLamports, surplus_lamports AS surplusLamports,
       fee_owed_lamports AS feeOwedLamports FROM orders`,
    "SELECT uid, order_id AS orderId, revoked_at AS revokedAt FROM purchases",
    `SELECT order_id AS orderId, owner_uid AS ownerUid, kind, lamports, signature
       FROM ledger`,
  ];
  const read = await db.batch(statements.map((statement) => db.prepare(statement)));
  const [products, orders, purchases, ledger] = read.map(({ results }) => results);
  return { products, orders, purchases, ledger } as unknown as LedgerSnapshot;
}
