import type { IncomingPayment } from "../../app/orders/rules/incoming-payment";
import { REVIEW_REASONS } from "../../app/orders/rules/order";
import { codeOf } from "../../app/orders/rules/terms";

/** A row of `paymentsToReview` and `salesOf`. */
export interface IncomingPaymentRow {
  order_id: string;
  product_id: string;
  owner_uid: string;
  label: string;
  status: IncomingPayment["status"];
  review_reason: string | null;
  hold: IncomingPayment["hold"];
  recipient: string;
  platform: string;
  price_lamports: number;
  fee_bps: number;
  /** JSON; null where the version before wrote the order. */
  legs: string | null;
  /** JSON; null where every share had a leg. */
  owed: string | null;
  /** JSON; null for none, and where the version before wrote the order. */
  adjustments: string | null;
  payer: string;
  isPrimary: number;
  signature: string;
  slot: number;
  at: number;
  paid: number;
  balance: number;
  sale: number;
  waiting: number;
  fee_paid: number;
  shares_paid: number;
  shares_owed: number;
  isShort: number;
  dismissed: number;
  refund_built_at: number | null;
  sharing_built_at: number | null;
}

export function toIncomingPayment(row: IncomingPaymentRow): IncomingPayment {
  return {
    orderId: row.order_id,
    productId: row.product_id,
    ownerUid: row.owner_uid,
    title: row.label,
    status: row.status,
    reviewReason: REVIEW_REASONS.find((reason) => reason === row.review_reason) ?? null,
    hold: row.hold,
    recipient: row.recipient,
    platform: row.platform,
    priceLamports: BigInt(row.price_lamports),
    feeBps: row.fee_bps,
    legs: row.legs === null ? [] : JSON.parse(row.legs),
    owed: row.owed === null ? [] : JSON.parse(row.owed),
    payer: row.payer,
    code: toCode(row.adjustments),
    isPrimary: row.isPrimary === 1,
    signature: row.signature,
    slot: row.slot,
    at: row.at,
    paid: BigInt(row.paid),
    balance: BigInt(row.balance),
    sale: BigInt(row.sale),
    waiting: BigInt(row.waiting),
    feePaid: BigInt(row.fee_paid),
    sharesPaid: BigInt(row.shares_paid),
    sharesOwed: BigInt(row.shares_owed),
    isShort: row.isShort === 1,
    isDismissed: row.dismissed > 0 && row.waiting <= row.dismissed,
    refundBuiltAt: row.refund_built_at,
    sharingBuiltAt: row.sharing_built_at,
  };
}

function toCode(adjustments: string | null): IncomingPayment["code"] {
  const code = codeOf({ adjustments: adjustments === null ? [] : JSON.parse(adjustments) });
  return code ? { name: code.label, lamports: -BigInt(code.amount) } : null;
}
