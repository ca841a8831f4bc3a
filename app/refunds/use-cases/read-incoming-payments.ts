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

/** Pages of payments below the price: the smallest of very many are not shown. */
const MAX_SHORT_PAGE = 200;

/**
 * Payments below the price, the largest first and dismissed ones last, by pages from 1 on; `next` is the
 * number of the next page.
 */
export async function readShortPayments(
  { sellerUid, page }: { sellerUid: string; page: string | null },
  { incomingPayments }: { incomingPayments: Pick<IncomingPayments, "short"> },
): Promise<{ items: IncomingPayment[]; next: number | null }> {
  const wanted = /^\d{1,3}$/.test(page ?? "") ? Number(page) : 1;
  const number = Math.min(Math.max(wanted, 1), MAX_SHORT_PAGE);
  const offset = (number - 1) * PAGE_SIZE;
  const found = await incomingPayments.short(sellerUid, { limit: PAGE_SIZE + 1, offset });
  const hasMore = found.length > PAGE_SIZE && number < MAX_SHORT_PAGE;
  return { items: found.slice(0, PAGE_SIZE), next: hasMore ? number + 1 : null };
}

function parseCursor(text: string | null): IncomingPaymentCursor | undefined {
  const [at = "", orderId, payer] = text?.split(".") ?? [];
  return /^\d{1,15}$/.test(at) && orderId && payer ? { at: Number(at), orderId, payer } : undefined;
}
