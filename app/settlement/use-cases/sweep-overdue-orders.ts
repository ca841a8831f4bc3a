import type { Clock } from "../../lib/ports";
import type { OrderWatcher, PolledOrders } from "../../orders/ports";

interface Deps {
  clock: Clock;
  orders: Pick<PolledOrders, "overdue" | "schedulePoll">;
  watcher: Pick<OrderWatcher, "overdue">;
}

/** Orders notified in one run; cron runs every minute. */
const MAX_ORDERS_PER_RUN = 100;
/** A notified order is due again after this time, unless its poll reschedules it. */
const RETRY_AFTER_MS = 5 * 60_000;

/**
 * Notifies the Durable Objects of overdue orders, whose alarm or storage was lost. A failed call is
 * retried later and does not affect other orders. Returns the number of notified orders.
 */
export async function sweepOverdueOrders(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const ids = await deps.orders.overdue(now, MAX_ORDERS_PER_RUN);
  let woken = 0;
  for (const id of ids) {
    await deps.orders.schedulePoll(id, now + RETRY_AFTER_MS);
    try {
      await deps.watcher.overdue(id);
      woken++;
    } catch (error) {
      console.error("order could not be woken", id, error);
    }
  }
  return woken;
}
