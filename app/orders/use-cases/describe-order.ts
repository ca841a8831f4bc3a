import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Orders } from "../ports";
import type { Order } from "../rules/order";
import { LAST_POLL_BEFORE_EXPIRY_MS } from "../rules/poll-schedule";

/** What a wallet shows before it asks for the transaction. Throws `not_found`, `expired`. */
export async function describeOrder(
  orderId: string,
  deps: { clock: Clock; orders: Pick<Orders, "byId"> },
): Promise<Pick<Order, "label" | "message">> {
  const order = await deps.orders.byId(orderId);
  if (!order) throw new Problem("not_found");
  const open = order.status === "pending" || order.status === "awaiting";
  const over = open && deps.clock.now() >= order.expiresAt - LAST_POLL_BEFORE_EXPIRY_MS;
  if (order.status === "expired" || over) throw new Problem("expired");
  const { label, message } = order;
  return { label, message };
}
