import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Orders, OrderWatcher } from "../ports";

interface Deps {
  clock: Clock;
  orders: Pick<Orders, "byId" | "unbindWallet">;
  watcher: Pick<OrderWatcher, "changed">;
}

/**
 * 'Pay from another wallet': any wallet may pay the order from now on. A transaction that the
 * first wallet was given may still land, and then counts.
 * Throws `not_found` (also for somebody else's order) and `expired` where it is not open.
 */
export async function unbindWallet(
  input: { orderId: string; buyerUid: string },
  deps: Deps,
): Promise<void> {
  const order = await deps.orders.byId(input.orderId);
  if (!order || order.buyerUid !== input.buyerUid) throw new Problem("not_found");
  if (!(await deps.orders.unbindWallet(order.id, deps.clock.now()))) {
    throw new Problem("expired", { words: "order_closed" });
  }
  await deps.watcher.changed(order.id);
}
