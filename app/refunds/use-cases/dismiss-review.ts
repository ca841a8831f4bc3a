import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Orders, OrderWatcher } from "../../orders/ports";

interface Deps {
  clock: Clock;
  orders: Pick<Orders, "byId" | "dismiss">;
  watcher: Pick<OrderWatcher, "changed">;
}

/**
 * The seller closes a sale whose transaction is gone: there is nothing to give back. The payment
 * still counts if it ever comes. Throws `not_found` (also for somebody else's order), `conflict`.
 */
export async function dismissReview(
  { orderId, sellerUid }: { orderId: string; sellerUid: string },
  deps: Deps,
): Promise<void> {
  const order = await deps.orders.byId(orderId);
  if (!order || order.ownerUid !== sellerUid) throw new Problem("not_found");
  if (!(await deps.orders.dismiss(orderId, deps.clock.now()))) throw new Problem("conflict");
  await deps.watcher.changed(orderId);
}
