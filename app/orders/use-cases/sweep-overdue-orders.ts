import type { Clock } from "../../lib/ports";
import type { Orders, OrderWatcher } from "../ports";

interface Deps {
  clock: Clock;
  orders: Pick<Orders, "overdue" | "schedulePoll">;
  watcher: Pick<OrderWatcher, "overdue">;
}

/** Orders woken in one run; the cron comes every minute, so a backlog drains. */
const AT_MOST = 100;
/** A woken order comes up again after this time (ms) if even that had no effect. */
const AGAIN_AFTER = 5 * 60_000;

/**
 * Wakes the watchers of orders whose look is overdue: their alarm was lost, or their object.
 * One that can't be woken keeps its turn for later and stops no other. Returns how many were woken.
 */
export async function sweepOverdueOrders(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const ids = await deps.orders.overdue(now, AT_MOST);
  let woken = 0;
  for (const id of ids) {
    await deps.orders.schedulePoll(id, now + AGAIN_AFTER);
    try {
      await deps.watcher.overdue(id);
      woken++;
    } catch (error) {
      console.error("order could not be woken", id, error);
    }
  }
  return woken;
}
