import { isOpen, type OrderState, type WatchState } from "../../orders/rules/order-state";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/**
 * While a page of an open order is open, its own key is searched in this interval: a payment made by
 * hand may not name the platform, and is seen within a minute.
 */
export const PAGE_SEARCH_INTERVAL_MS = 45 * SECOND_MS;
/** Nobody pays by hand any more so long after the page was opened or shown again. */
const PAGE_SEARCHES_FOR_MS = 15 * MINUTE_MS;
/** Shortest time between polls for such a search, where the shared budget refuses it. */
const PAGE_SEARCH_RETRY_MS = 15 * SECOND_MS;

/** True while a page of the open order is open, and opened or shown again not long ago. */
export function isFollowedByPage(
  { status }: Pick<OrderState, "status">,
  { pageOpenedAt }: Pick<WatchState, "pageOpenedAt">,
  now: number,
): boolean {
  return isOpen(status) && pageOpenedAt !== undefined && now - pageOpenedAt < PAGE_SEARCHES_FOR_MS;
}

/** When the order's own key is searched for an open page (epoch ms); null where it is not. */
export function pageSearchAt(order: OrderState, watch: WatchState, now: number): number | null {
  const { pageOpenedAt, ownSearchAt } = watch;
  if (pageOpenedAt === undefined || !isFollowedByPage(order, watch, now)) return null;
  const at = (ownSearchAt ?? pageOpenedAt) + PAGE_SEARCH_INTERVAL_MS;
  return at > now ? at : now + PAGE_SEARCH_RETRY_MS;
}
