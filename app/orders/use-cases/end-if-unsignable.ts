import type { Log } from "../../lib/log";
import type { Clock } from "../../lib/ports";
import type { OrderStore, OrderWatcher, ReferenceKeys } from "../ports";
import { type Order, referenceSigns } from "../rules/order";

interface SignableDeps {
  clock: Clock;
  log: Log;
  orders: Pick<OrderStore, "expire">;
  referenceKeys: Pick<ReferenceKeys, "canSign">;
  watcher: Pick<OrderWatcher, "changed">;
}

/** Ends an open order whose reference must sign and can't; true where it did. */
export async function endIfUnsignable(order: Order, deps: SignableDeps): Promise<boolean> {
  const { id, referenceSecret } = order;
  if (!referenceSigns(order)) return false;
  if (referenceSecret !== null && (await deps.referenceKeys.canSign(referenceSecret))) return false;
  deps.log("order_unsignable", { order: id });
  await deps.orders.expire(id, deps.clock.now(), "unsignable");
  await deps.watcher.changed(id);
  return true;
}
