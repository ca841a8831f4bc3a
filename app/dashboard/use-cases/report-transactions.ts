import type { TransactionCursor, Transactions } from "../../../db/dashboard/transactions";
import { type ReportSpan, TRANSACTIONS_HEADER, transactionRow } from "../rules/transactions-report";

/** Entries of one query, and of one chunk of the report: about 400 KB. */
export const REPORT_PAGE_SIZE = 1_000;

/**
 * A seller's transactions as CSV (UTF-8). A page is read when the reader has taken the one before it,
 * so that the length of the report does not change the memory that it takes.
 */
export function reportTransactions(
  { uid, from, until }: { uid: string } & ReportSpan,
  deps: { transactions: Transactions },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after: TransactionCursor | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const limit = REPORT_PAGE_SIZE;
        const entries = await deps.transactions.page(uid, { from, until, after, limit });
        const rows = entries.map(transactionRow).join("");
        const header = after ? "" : TRANSACTIONS_HEADER;
        if (header + rows !== "") controller.enqueue(encoder.encode(header + rows));
        after = entries.at(-1);
        if (entries.length < limit) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
