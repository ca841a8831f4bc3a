import { type RefundRecord, refundRecordOf } from "../../app/reviews/rules/refund-record";

/** Expression of a product `p`: what its seller sold and refunded, as JSON. `since` is a number of a UTC day. */
export const refundRecord = (since: string): string => `(
    SELECT json_object('sales', coalesce(sum(d.sales + d.refunds), 0), 'refunds', coalesce(sum(d.refunds), 0),
      'waitMs', coalesce(sum(d.refund_wait_ms), 0))
    FROM seller_days d WHERE d.owner_uid = p.owner_uid AND d.day >= ${since})`;

export function toRefundRecord(json: string): RefundRecord {
  const { sales, refunds, waitMs } = JSON.parse(json);
  return refundRecordOf(sales, refunds, waitMs);
}
