import type { Clock } from "../../lib/ports";
import type { Orders, OrderWatcher } from "../ports";

interface Deps {
  clock: Clock;
  orders: Pick<Orders, "overdue" | "schedulePoll">;
  watcher: Pick<OrderWatcher, "overdue">;
}

/** Orders woken in one run; cron runs every minute, so a backlog drains. */
const MAX_ORDERS_PER_RUN = 100;
/** A woken order is due again after this time, unless its poll has moved it. */
const RETRY_AFTER_MS = 5 * 60_000;

/**
 * Wakes the watchers of orders whose poll is overdue: their alarm was lost, or their object.
 * An order that can't be woken is retried later and stops no other. Returns how many were woken.
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
