import type { IncomingPayments } from "../../../db/orders/incoming-payments";
import { Problem } from "../../lib/problem";
import type { OrderStore } from "../../orders/ports";
import type { IncomingPayment } from "../../orders/rules/incoming-payment";
import type { Order } from "../../orders/rules/order";

/** An order of this seller. Throws `not_found`, also for another seller's order. */
export async function ownOrder(
  { orderId, sellerUid }: { orderId: string; sellerUid: string },
  deps: { orders: Pick<OrderStore, "byId"> },
): Promise<Order> {
  const order = await deps.orders.byId(orderId);
  if (order?.ownerUid !== sellerUid) throw new Problem("not_found");
  return order;
}

/**
 * What a wallet paid for an order of this seller; `payer` null for the wallet that the order's state
 * depends on. Throws `not_found`, also for another seller's order.
 */
export async function ownIncomingPayment(
  { orderId, sellerUid, payer }: { orderId: string; sellerUid: string; payer: string | null },
  deps: { incomingPayments: Pick<IncomingPayments, "find"> },
): Promise<IncomingPayment> {
  const incoming = await deps.incomingPayments.find(orderId, payer);
  if (incoming?.ownerUid !== sellerUid) throw new Problem("not_found");
  return incoming;
}
