import type { IncomingPayments } from "../../../db/orders/incoming-payments";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Orders, OrderWatcher } from "../../orders/ports";
import { isAcceptable } from "../../orders/rules/incoming-payment";
import { acceptedPayment } from "../../orders/use-cases/recorded-payment";
import { ownIncomingPayment, ownOrder } from "./own-order";

interface AcceptDeps {
  clock: Clock;
  incomingPayments: Pick<IncomingPayments, "find">;
  orders: Pick<Orders, "settle">;
  watcher: Pick<OrderWatcher, "changed">;
}

/**
 * Settles an order in review with the payment it got. Idempotent. Throws `not_found` (also for
 * another seller's order), `conflict`, `sold_out`.
 */
export async function acceptPayment(
  { orderId, sellerUid }: { orderId: string; sellerUid: string },
  deps: AcceptDeps,
): Promise<void> {
  const incoming = await ownIncomingPayment({ orderId, sellerUid, payer: null }, deps);
  if (incoming.status === "paid") return;
  if (!isAcceptable(incoming)) throw new Problem("conflict");
  const now = deps.clock.now();
  const { payment, finalizedAt } = acceptedPayment(incoming, now);
  const outcome = await deps.orders.settle(orderId, payment, now, finalizedAt);
  if (outcome === "no_stock") throw new Problem("sold_out");
  if (outcome !== "settled") throw new Problem("conflict");
  await deps.watcher.changed(orderId);
}

interface DismissDeps {
  clock: Clock;
  orders: Pick<Orders, "byId" | "dismiss">;
  watcher: Pick<OrderWatcher, "changed">;
}

/**
 * Closes the review of an order whose transaction was rolled back: there is nothing to refund. The
 * payment still counts if it lands later. Throws `not_found` (also for another seller's order),
 * `conflict`.
 */
export async function dismissReview(
  { orderId, sellerUid }: { orderId: string; sellerUid: string },
  deps: DismissDeps,
): Promise<void> {
  await ownOrder({ orderId, sellerUid }, deps);
  if (!(await deps.orders.dismiss(orderId, deps.clock.now()))) throw new Problem("conflict");
  await deps.watcher.changed(orderId);
}
