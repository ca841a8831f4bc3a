import { canSettle, type OrderState, type WatchState } from "../../orders/rules/order-state";
import { FINAL_SEARCH_INTERVAL_MS } from "./poll-schedule";

/** A page that is opened this soon after the order was created is the one that created it. */
const FIRST_OPENING_MS = 30_000;

/**
 * The watch state once a page of the order was opened, and whether that is a reason to poll. Then the
 * order's own key is searched, since a payment made by hand may not name the platform.
 */
export function openedPage(
  order: OrderState,
  watch: WatchState,
  now: number,
): { watch: WatchState; pollNow: boolean } {
  if (order.status !== "pending") {
    const ended = !canSettle(order.status) || order.status === "expired";
    const pollNow = !ended || now - watch.searchedAt >= FINAL_SEARCH_INTERVAL_MS;
    return { watch: { ...watch, lastActivityAt: now, ownSearchAt: undefined }, pollNow };
  }
  if (watch.openPollSpent || now - order.createdAt < FIRST_OPENING_MS) {
    return { watch, pollNow: false };
  }
  return { watch: { ...watch, openPollSpent: true, ownSearchAt: undefined }, pollNow: true };
}
