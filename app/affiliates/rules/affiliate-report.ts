import { BYTE_ORDER_MARK, csvHeader, csvRow } from "../../lib/csv";
import { formatSol } from "../../lib/lamports";
import type { AffiliateEntryKind } from "./entry-kind";

const COLUMNS = ["Time", "Kind", "SOL", "Product ID", "Title", "Wallet", "Signature", "Sale ID"];

/** An entry of the books about a share of the person. */
export interface AffiliateEntry {
  orderId: string;
  productId: string;
  /** The product's title when it was sold. */
  title: string;
  kind: AffiliateEntryKind;
  lamports: bigint;
  wallet: string;
  signature: string;
  /** Epoch ms. */
  at: number;
}

/** Entries about an affiliate's shares as CSV. Names of columns and kinds are not translated: programs read them. */
export function affiliateReportCsv(entries: readonly AffiliateEntry[]): string {
  const rows = entries.map((entry) => [
    new Date(entry.at).toISOString(),
    entry.kind,
    { decimal: formatSol(entry.lamports) },
    entry.productId,
    entry.title,
    entry.wallet,
    entry.signature,
    entry.orderId,
  ]);
  return BYTE_ORDER_MARK + csvHeader(COLUMNS) + rows.map(csvRow).join("");
}
