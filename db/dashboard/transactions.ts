import { type SQL, sql } from "drizzle-orm";
import type { ReportedEntry } from "../../app/dashboard/rules/transactions-report";
import { type LedgerKind, SETTLING_KINDS } from "../../app/orders/rules/ledger-kinds";
import type { OrderStatus } from "../../app/orders/rules/order-state";
import { type Db, sqlList } from "../client";

/** The last entry of a page: the time alone may be shared. */
export type TransactionCursor = Pick<ReportedEntry, "id" | "at">;

interface Selection {
  /** Epoch ms; `until` is excluded. */
  from: number;
  until: number;
  after?: TransactionCursor | undefined;
  limit: number;
}

interface Row {
  id: number;
  at: number;
  kind: LedgerKind;
  product_id: string;
  label: string;
  lamports: number;
  /** Commission on the sale that this entry records or reverses; null for another entry. */
  fee: number | null;
  signature: string;
  slot: number;
  payer: string | null;
  order_id: string;
  status: OrderStatus;
}

export type Transactions = ReturnType<typeof transactionsIn>;

/** The ledger of a seller in pages, oldest first. */
export function transactionsIn(db: Db) {
  return {
    async page(ownerUid: string, selection: Selection): Promise<ReportedEntry[]> {
      const rows = await db.all<Row>(pageOfTransactions(ownerUid, selection));
      return rows.map((row) => ({
        id: row.id,
        at: row.at,
        kind: row.kind,
        productId: row.product_id,
        title: row.label,
        lamports: BigInt(row.lamports),
        feeLamports: row.fee === null ? null : BigInt(row.fee),
        signature: row.signature,
        slot: row.slot,
        payer: row.payer,
        orderId: row.order_id,
        status: row.status,
      }));
    },
  };
}

/** Reads the rows of the page and no others: the index on seller and time has their order. */
export function pageOfTransactions(
  ownerUid: string,
  { from, until, after, limit }: Selection,
): SQL {
  const start = after ? sql`(l.at, l.id) > (${after.at}, ${after.id})` : sql`l.at >= ${from}`;
  return sql`
    SELECT l.id, l.at, l.kind, l.product_id, o.label, l.lamports, CASE
      WHEN l.kind IN ${sqlList(SETTLING_KINDS)} THEN ${commission(["fee", "fee_owed"])}
      WHEN l.kind = 'rolled_back' THEN ${commission(["fee_rolled_back", "fee_owed_rolled_back"])}
      END AS fee, l.signature, l.slot, l.payer, l.order_id, o.status
    FROM ledger l JOIN orders o ON o.id = l.order_id
    WHERE l.owner_uid = ${ownerUid} AND ${start} AND l.at < ${until}
    ORDER BY l.at, l.id LIMIT ${limit}`;
}

function commission(kinds: readonly LedgerKind[]): SQL {
  return sql`(SELECT coalesce(sum(f.lamports), 0) FROM ledger f WHERE f.order_id = l.order_id
    AND f.kind IN ${sqlList(kinds)} AND f.signature = l.signature AND f.occurrence = l.occurrence)`;
}
