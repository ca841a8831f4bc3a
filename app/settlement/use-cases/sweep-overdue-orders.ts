import type { SettlementPorts } from "../ports";

/** Orders notified in one run; cron runs every minute. */
const MAX_ORDERS_PER_RUN = 100;
/** A notified order is due again after this time, unless its poll reschedules it. */
const RETRY_AFTER_MS = 5 * 60_000;

/** Makes up for lost alarms. */
export function createSweepOverdueOrders({
  clock,
  log,
  orders,
  watcher,
}: Pick<SettlementPorts, "clock" | "log" | "orders" | "watcher">) {
  /**
   * Notifies the Durable Objects of overdue orders, whose alarm or storage was lost. A failed call is
   * retried later and does not affect other orders. Returns the number of notified orders.
   */
  async function sweepOverdueOrders(): Promise<number> {
    const now = clock.now();
    const ids = await orders.overdue(now, MAX_ORDERS_PER_RUN);
    let woken = 0;
    for (const id of ids) {
      await orders.schedulePoll(id, now + RETRY_AFTER_MS);
      try {
        await watcher.overdue(id);
        woken++;
      } catch (error) {
        log("order_not_woken", { order: id, error });
      }
    }
    return woken;
  }

  return sweepOverdueOrders;
}
