import { DAY_MS } from "../../lib/time-zone";

/** How long a refund counts for a seller's record: a year. */
export const RECORD_MS = 365 * DAY_MS;

/** What a seller refunded of the sales of a year, as the ledger has it. */
export interface RefundRecord {
  /** Sales, with those that were refunded. */
  sales: number;
  refunds: number;
  /** Days from payment to refund, on average, rounded up, at least 1. */
  days: number;
}

/** `waitMs`: the sum over all refunds, from payment to refund. */
export function refundRecordOf(sales: number, refunds: number, waitMs: number): RefundRecord {
  return { sales, refunds, days: Math.max(1, Math.ceil(waitMs / Math.max(1, refunds) / DAY_MS)) };
}
