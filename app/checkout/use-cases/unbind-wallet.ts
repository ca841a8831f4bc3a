import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { BuyersOrders, OrderRecords, OrderStore, OrderWatcher } from "../../orders/ports";
import { orderOfBuyer } from "./read-order";

interface Deps {
  clock: Clock;
  orders: Pick<OrderStore, "byId"> & Pick<BuyersOrders, "unbindWallet">;
  orderRecords: Pick<OrderRecords, "read" | "put">;
  watcher: Pick<OrderWatcher, "changed">;
}

/**
 * Removes the bound wallet, so that any wallet may pay. A transaction that was built for it can
 * still land and settle the order. Throws `not_found` (also for another buyer's order) and
 * `expired` where it is not open.
 */
export async function unbindWallet(
  input: { orderId: string; buyerUid: string },
  deps: Deps,
): Promise<void> {
  const order = await orderOfBuyer(input, deps);
  if (!(await deps.orders.unbindWallet(order.id, deps.clock.now()))) {
    throw new Problem("expired", { messageKey: "order_closed" });
  }
  const record = await deps.orderRecords.read(order.reference);
  if (record) await deps.orderRecords.put({ ...order, buyerWallet: null }, record.fileKey);
  await deps.watcher.changed(order.id);
}
