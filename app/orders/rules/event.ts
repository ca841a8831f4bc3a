/** What a seller's events tell. */
export type EventKind =
  /** An order is settled. Body: `lamports`. */
  | "sale.paid"
  | "sale.final"
  /** The network has rolled its payment back. */
  | "sale.reversed"
  /** A payment was given back, and that is final. Body: `lamports`. */
  | "refund.done"
  /** A payment waits for the seller's decision. Body: `reason`. */
  | "payment.review"
  | "product.published"
  /** It has other terms. Body: `version`. */
  | "product.updated"
  | "product.sold_out";

export interface SellerEvent {
  id: number;
  kind: EventKind;
  orderId: string | null;
  productId: string | null;
  /** Epoch ms. */
  at: number;
}

/** What a reader gets after its cursor. */
export interface EventPage {
  events: SellerEvent[];
  /** Below the cursor where an older copy has taken the database's place. */
  newest: number;
}

/** Events are kept for this time. */
export const EVENTS_LIFETIME_MS = 30 * 86_400_000;
