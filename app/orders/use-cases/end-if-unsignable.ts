import type { Clock } from "../../lib/ports";
import type { OrderStore, OrderWatcher, ReferenceKeys } from "../ports";
import { type Order, referenceSigns } from "../rules/order";

interface SignableDeps {
  clock: Clock;
  orders: Pick<OrderStore, "expire">;
  referenceKeys: Pick<ReferenceKeys, "canSign">;
  watcher: Pick<OrderWatcher, "changed">;
}

/** Ends an open order whose reference must sign and can't; true where it did. */
export async function endIfUnsignable(order: Order, deps: SignableDeps): Promise<boolean> {
  const { id, referenceSecret } = order;
  if (!referenceSigns(order)) return false;
  if (referenceSecret !== null && (await deps.referenceKeys.canSign(referenceSecret))) return false;
  console.error("the key of an order can't be decrypted: SESSION_SECRET has changed", id);
  await deps.orders.expire(id, deps.clock.now(), "unsignable");
  await deps.watcher.changed(id);
  return true;
}
