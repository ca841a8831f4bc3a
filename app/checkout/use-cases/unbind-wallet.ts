import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { BuyersOrders, OrderRecords, OrderWatcher } from "../../orders/ports";
import { accountBuyer } from "../../orders/rules/buyer";
import type { OrderOfBuyer } from "./read-order";

export interface UnbindingPorts {
  clock: Clock;
  orders: Pick<BuyersOrders, "unbindWallet">;
  orderRecords: Pick<OrderRecords, "read" | "put">;
  watcher: Pick<OrderWatcher, "changed">;
}

/** Frees an order from the wallet that asked for it. */
export function createUnbindWallet(ports: UnbindingPorts, orderOfBuyer: OrderOfBuyer) {
  /**
   * Removes the bound wallet, so that any wallet may pay. A transaction that was built for it can
   * still land and settle the order. Throws `not_found` (also for another buyer's order) and
   * `expired` where it is not open.
   */
  async function unbindWallet({
    orderId,
    buyerUid,
  }: {
    orderId: string;
    buyerUid: string;
  }): Promise<void> {
    const order = await orderOfBuyer({ orderId, buyer: accountBuyer(buyerUid) });
    if (!(await ports.orders.unbindWallet(order.id, ports.clock.now()))) {
      throw new Problem("expired", { messageKey: "order_closed" });
    }
    const record = await ports.orderRecords.read(order.reference);
    if (record) await ports.orderRecords.put({ ...order, buyerWallet: null }, record.fileKey);
    await ports.watcher.changed(order.id);
  }

  return unbindWallet;
}
