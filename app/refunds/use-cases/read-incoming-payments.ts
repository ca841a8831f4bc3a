import type { IncomingPaymentCursor, IncomingPayments } from "../../../db/orders/incoming-payments";
import type { IncomingPayment } from "../../orders/rules/incoming-payment";

interface Input {
  sellerUid: string;
  list: "toReview" | "sales";
  /** Sales of this product only; null for all. */
  productId?: string | null;
  /** The earliest time of a sale, epoch ms; null for none. */
  since?: number | null;
  /** The `next` of an earlier page; null or an invalid cursor starts with the newest. */
  before: string | null;
}

/** Payments on a page. */
const PAGE_SIZE = 50;

/** Payments in review, or sales, newest first; `next` is the cursor of the next page. */
export async function readIncomingPayments(
  { sellerUid, list, before, ...filter }: Input,
  deps: { incomingPayments: Pick<IncomingPayments, "toReview" | "sales"> },
): Promise<{ items: IncomingPayment[]; next: string | null }> {
  const page = { ...filter, limit: PAGE_SIZE + 1, before: parseCursor(before) };
  const found = await deps.incomingPayments[list](sellerUid, page);
  const items = found.slice(0, PAGE_SIZE);
  const last = found.length > PAGE_SIZE ? items.at(-1) : undefined;
  return { items, next: last ? `${last.at}.${last.orderId}.${last.payer}` : null };
}

function parseCursor(text: string | null): IncomingPaymentCursor | undefined {
  const [at = "", orderId, payer] = text?.split(".") ?? [];
  return /^\d{1,15}$/.test(at) && orderId && payer ? { at: Number(at), orderId, payer } : undefined;
}
