import { BYTE_ORDER_MARK, csvHeader, csvRow } from "../../lib/csv";
import { formatSol } from "../../lib/lamports";
import type { ShareEntry } from "./share";

const COLUMNS = [
  "Time (UTC)",
  "Kind",
  "Product ID",
  "Title",
  "Lamports",
  "SOL",
  "Wallet",
  "Signature",
  "Order ID",
] as const;

/** The names are not translated: programs read them. */
export const SHARES_HEADER = BYTE_ORDER_MARK + csvHeader(COLUMNS);

export function shareRow(entry: ShareEntry): string {
  return csvRow([
    new Date(entry.at).toISOString(),
    entry.kind,
    entry.productId,
    entry.title,
    { decimal: String(entry.lamports) },
    { decimal: formatSol(entry.lamports) },
    entry.wallet,
    entry.signature,
    entry.orderId,
  ]);
}
