import type { IncomingPayments } from "../../../db/orders/incoming-payments";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Orders, OrderWatcher } from "../../orders/ports";
import { isAcceptable } from "../../orders/rules/incoming-payment";
import { acceptedPayment } from "../../orders/use-cases/recorded-payment";
import { settleIfAllowed, settlementProblem } from "../../orders/use-cases/settle-payment";
import { ownIncomingPayment, ownOrder } from "./own-order";

interface AcceptDeps {
  clock: Clock;
  incomingPayments: Pick<IncomingPayments, "find">;
  orders: Parameters<typeof settleIfAllowed>[1]["orders"];
  watcher: Pick<OrderWatcher, "changed">;
}

/**
 * Settles an order in review with the payment it got. Idempotent. Throws `not_found` (also for
 * another seller's order), `conflict`, `held`, `sold_out`.
 */
export async function acceptPayment(
  { orderId, sellerUid }: { orderId: string; sellerUid: string },
  deps: AcceptDeps,
): Promise<void> {
  const incoming = await ownIncomingPayment({ orderId, sellerUid, payer: null }, deps);
  if (incoming.status === "paid") return;
  if (!isAcceptable(incoming)) throw new Problem("conflict");
  const { payment, finalizedAt = null } = acceptedPayment(incoming, deps.clock.now());
  const way = { kind: "accept", finalizedAt } as const;
  const outcome = await settleIfAllowed({ orderId, payment, way }, deps);
  if (outcome.kind !== "settled") throw settlementProblem(outcome);
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
