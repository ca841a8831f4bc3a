import { BYTE_ORDER_MARK, csvHeader, csvRow } from "../../lib/csv";
import { formatSol } from "../../lib/lamports";
import {
  FEE_KINDS,
  FEE_OWED_KINDS,
  type LedgerKind,
  SHARE_KINDS,
  SHARE_OWED_KINDS,
} from "../../orders/rules/ledger-kinds";
import type { OrderStatus } from "../../orders/rules/order-state";

/** An entry of the ledger with the facts of its order. */
export interface ReportedEntry {
  id: number;
  /** Epoch ms. */
  at: number;
  kind: LedgerKind;
  productId: string;
  /** The title of the product when it was ordered. */
  title: string;
  lamports: bigint;
  /** The commission on the sale that this entry records or reverses; null for other entries. */
  feeLamports: bigint | null;
  signature: string;
  slot: number;
  /** The wallet that paid or was refunded, base58. */
  payer: string | null;
  orderId: string;
  status: OrderStatus;
}

const COLUMNS = [
  "Time (UTC)",
  "Kind",
  "Product ID",
  "Title",
  "Lamports",
  "SOL",
  "Fee lamports",
  "Signature",
  "Slot",
  "Buyer wallet",
  "Order ID",
  "Order status",
] as const;

/** Of the platform, and of others who share in the sale: lamports that the seller does not keep. */
const FEES: readonly LedgerKind[] = [
  ...FEE_KINDS,
  ...FEE_OWED_KINDS,
  ...SHARE_KINDS,
  ...SHARE_OWED_KINDS,
];

/** The names are not translated: programs read them. */
export const TRANSACTIONS_HEADER = BYTE_ORDER_MARK + csvHeader(COLUMNS);

/**
 * Commission and shares are negative, so that the column of lamports adds up to what the seller keeps. The row of
 * a sale has its commission too, in a column of its own.
 */
export function transactionRow(entry: ReportedEntry): string {
  const lamports = FEES.includes(entry.kind) ? -entry.lamports : entry.lamports;
  return csvRow([
    new Date(entry.at).toISOString(),
    entry.kind,
    entry.productId,
    entry.title,
    { decimal: String(lamports) },
    { decimal: formatSol(lamports) },
    { decimal: entry.feeLamports === null ? "" : String(entry.feeLamports) },
    entry.signature,
    { decimal: String(entry.slot) },
    entry.payer ?? "",
    entry.orderId,
    entry.status,
  ]);
}

/** Times of a report, epoch ms; `until` is excluded. */
export interface ReportSpan {
  from: number;
  until: number;
}

/**
 * The span of a year as it stands in the address, in UTC; of all years without one. Null for text
 * that is no year.
 */
export function reportSpan(year: string | null): ReportSpan | null {
  if (!year) return { from: 0, until: Number.MAX_SAFE_INTEGER };
  if (!/^[12]\d{3}$/.test(year)) return null;
  return { from: Date.UTC(Number(year), 0), until: Date.UTC(Number(year) + 1, 0) };
}
