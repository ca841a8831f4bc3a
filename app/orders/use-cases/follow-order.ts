import { Problem } from "../../lib/problem";
import type { Orders, OrderWatcher } from "../ports";

interface Deps {
  orders: Pick<Orders, "byId">;
  watcher: Pick<OrderWatcher, "watch">;
}

/**
 * A WebSocket that sends the buyer's order at once and on every change.
 * Throws `not_found`, also for somebody else's order.
 */
export async function followOrder(
  { orderId, buyerUid }: { orderId: string; buyerUid: string },
  deps: Deps,
): Promise<Response> {
  const order = await deps.orders.byId(orderId);
  if (!order || order.buyerUid !== buyerUid) throw new Problem("not_found");
  return deps.watcher.watch(orderId, buyerUid);
}
