import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { IncomingPayments, Orders, OrderWatcher } from "../../orders/ports";
import { isAcceptable } from "../../orders/rules/incoming-payment";
import { acceptedPayment } from "../../orders/use-cases/recorded-payment";

interface Deps {
  clock: Clock;
  incomingPayments: Pick<IncomingPayments, "find">;
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
  const incoming = await deps.incomingPayments.find(orderId, null);
  if (!incoming || incoming.ownerUid !== sellerUid) throw new Problem("not_found");
  if (incoming.status === "paid") return;
  if (!isAcceptable(incoming)) throw new Problem("conflict");
  const now = deps.clock.now();
  const { payment, finalizedAt } = acceptedPayment(incoming, now);
  const outcome = await deps.orders.settle(orderId, payment, now, finalizedAt);
  if (outcome === "no_stock") throw new Problem("sold_out");
  if (outcome !== "settled") throw new Problem("conflict");
  await deps.watcher.changed(orderId);
}
