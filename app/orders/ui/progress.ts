import { assertNever } from "../../lib/assert-never";
import { isOpen } from "../rules/order-state";
import { orderOf, type PurchasePage, shownStatus } from "../rules/purchase-page";
import type { LiveOrder } from "./order-feed";

/** Progress of a purchase, from what was loaded and what the feed sent since. */
export interface Progress {
  status: ReturnType<typeof shownStatus>;
  orderId: string | null;
  /** A transaction may still be built for it. */
  open: boolean;
  paid: boolean;
  /** There is a file to link to. */
  ready: boolean;
  signature: string | null;
  slot: number | null;
}

export function progressOf({ stage, file }: PurchasePage, live: LiveOrder | null): Progress {
  const order = orderOf(stage);
  const status = live?.status ?? shownStatus(stage);
  return {
    status,
    orderId: order?.id ?? null,
    open: status !== "none" && isOpen(status),
    paid: status === "paid",
    ready: file !== null,
    signature: live?.signature ?? order?.signature ?? null,
    slot: order?.slot ?? null,
  };
}

/** How many of the four steps are complete: created, signed, confirmed, delivered. */
export function completedStepsOf(
  { status, ready }: Progress,
  signed: boolean,
): 1 | 2 | 3 | 4 | null {
  switch (status) {
    case "none":
    case "expired":
    case "refunded":
      return null;
    case "pending":
    case "awaiting":
      return signed ? 2 : 1;
    case "paid":
      return ready ? 4 : 3;
    case "paid_by_other":
    case "review":
      return 3;
    default:
      return assertNever(status);
  }
}
