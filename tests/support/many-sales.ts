/** Sales that one statement inserts. */
const SALES_AT_ONCE = 5_000;

interface ManySales {
  ownerUid: string;
  productId: string;
  count: number;
  /** Time of the first sale (epoch ms), and between two. */
  from: number;
  everyMs: number;
  /** Each of so many is refunded; without it none is. */
  refundEach?: number;
  /** 1% of it is fee. */
  priceLamports?: number;
}

const PAYER = `Buyer${"1".repeat(39)}`;
/** Makes ids of payments as long as real ones. */
const SIGNATURE_END = "x".repeat(70);

/**
 * Inserts settled orders with their ledger entries, by statements that make many rows each. Runs in Node and inside workerd.
 */
export async function insertManySales(
  db: D1Database,
  { ownerUid, productId, count, from, everyMs, refundEach = 0, priceLamports = 1_000 }: ManySales,
): Promise<void> {
  const numbers = `WITH RECURSIVE n (i) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?2)`;
  const id = `?3 || ':' || i`;
  const fee = Math.round(priceLamports / 100);
  const at = `?5 + i * ?6`;
  const refunded = `(?7 > 0 AND i % max(?7, 1) = 0)`;
  const entry = (kind: string, lamports: number, where: string, after = "0") => `${numbers}
    INSERT INTO ledger (order_id, product_id, owner_uid, kind, lamports, signature, slot, at, payer)
    SELECT ${id}, ?3, ?4, '${kind}', ${lamports}, '${kind === "refund" ? "refund" : "payment"}' || i || '${SIGNATURE_END}',
      i, ${at} + ${after}, '${PAYER}' FROM n WHERE ${where}`;
  const statements = [
    `${numbers} INSERT INTO orders (id, product_id, owner_uid, buyer_uid, status, price_lamports,
      seller_lamports, fee_lamports, fee_bps, recipient, platform, reference, label, message,
      sale_type, created_at, expires_at, hold, signature, payer_wallet, slot, paid_lamports,
      settled_at, refunded_at, updated_at)
    SELECT ${id}, ?3, ?4, 'buyer ' || i, CASE WHEN ${refunded} THEN 'refunded' ELSE 'paid' END,
      ${priceLamports}, ${priceLamports - fee}, ${fee}, 100, 'R', 'P', ${id}, 'Title ' || i, '', 'infinite', ${at} - 1, ${at}, 'sold',
      ?3 || 'payment' || i || '${SIGNATURE_END}', '${PAYER}', i, ${priceLamports}, ${at},
      CASE WHEN ${refunded} THEN ${at} + 1 END, ${at} FROM n`,
    entry("sale", priceLamports, "1"),
    entry("fee", fee, "1"),
    entry("refund", -priceLamports, refunded, "1"),
  ];
  for (let first = 0; first < count; first += SALES_AT_ONCE) {
    const end = Math.min(count, first + SALES_AT_ONCE);
    const values = [first, end, productId, ownerUid, from, everyMs, refundEach];
    await db.batch(
      statements.map((text) => {
        const used = Math.max(...[...text.matchAll(/\?(\d)/g)].map(([, at]) => Number(at)));
        return db.prepare(text).bind(...values.slice(0, used));
      }),
    );
  }
}
