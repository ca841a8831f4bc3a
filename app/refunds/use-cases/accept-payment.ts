import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Orders, OrderWatcher, Received } from "../../orders/ports";
import { isAcceptable } from "../../orders/rules/incoming-payment";
import { acceptedPayment } from "../../orders/use-cases/recorded-payment";

interface Deps {
  clock: Clock;
  received: Pick<Received, "find">;
  orders: Pick<Orders, "settle">;
  watcher: Pick<OrderWatcher, "changed">;
}

/**
 * The seller lets the buyer have the file for what came. Repeating it changes nothing.
 * Throws `not_found` (also for somebody else's order), `conflict`, `sold_out`.
 */
export async function acceptPayment(
  { orderId, sellerUid }: { orderId: string; sellerUid: string },
  deps: Deps,
): Promise<void> {
  const money = await deps.received.find(orderId, null);
  if (!money || money.ownerUid !== sellerUid) throw new Problem("not_found");
  if (money.status === "paid") return;
  if (!isAcceptable(money)) throw new Problem("conflict");
  const now = deps.clock.now();
  const { payment, finalizedAt } = acceptedPayment(money, now);
  const outcome = await deps.orders.settle(orderId, payment, now, finalizedAt);
  if (outcome === "no_stock") throw new Problem("sold_out");
  if (outcome !== "settled") throw new Problem("conflict");
  await deps.watcher.changed(orderId);
}
