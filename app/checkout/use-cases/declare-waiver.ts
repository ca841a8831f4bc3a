import type { Clock, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { BuyersOrders, OrderRecords, OrderWatcher } from "../../orders/ports";
import type { Buyer } from "../../orders/rules/buyer";
import type { Order } from "../../orders/rules/order";
import { isOpen } from "../../orders/rules/order-state";
import type { Waiver } from "../../orders/rules/waiver";
import type { OrderOfBuyer } from "./read-order";

export interface WaiverPorts {
  clock: Clock;
  settings: Pick<Settings, "requireWaiver">;
  orders: Pick<BuyersOrders, "setWaiver">;
  orderRecords: Pick<OrderRecords, "read" | "put">;
  watcher: Pick<OrderWatcher, "changed">;
}

export type WaiverSetting = ReturnType<typeof createWaiverSetting>;

/** Records what a buyer declares about the right of withdrawal of an open order. */
export function createWaiverSetting(
  ports: Pick<WaiverPorts, "clock" | "settings" | "orders" | "orderRecords">,
) {
  /**
   * The order with a waiver in the words of a version, or without one. Writes nothing where that is what it has. Throws `expired` where
   * it is closed. Once it is paid a waiver is taken where no file is given without one: else the file
   * may have been given, and what was declared after that would not count.
   */
  async function setWaiver(order: Order, version: number | null): Promise<Order> {
    if ((order.waiver?.version ?? null) === version) return order;
    const at = ports.clock.now();
    const waiver: Waiver | null = version === null ? null : { version, at };
    const afterPayment = waiver !== null && ports.settings.requireWaiver;
    if (!(await ports.orders.setWaiver(order.id, waiver, { afterPayment, at }))) {
      throw new Problem("expired", { messageKey: "order_closed" });
    }
    const changed = { ...order, waiver };
    // The record outside the database was written when a transaction was first built.
    const record = order.paymentRequested ? await ports.orderRecords.read(order.reference) : null;
    if (record && isOpen(order.status)) await ports.orderRecords.put(changed, record.fileKey);
    return changed;
  }

  return setWaiver;
}

export function createDeclareWaiver(
  ports: Pick<WaiverPorts, "watcher">,
  orderOfBuyer: OrderOfBuyer,
  setWaiver: WaiverSetting,
) {
  /** The buyer gives up the right of withdrawal of an order. Throws `not_found`, `expired`. */
  async function declareWaiver({
    version,
    ...input
  }: {
    orderId: string;
    buyer: Buyer;
    version: number;
  }): Promise<void> {
    await setWaiver(await orderOfBuyer(input), version);
    await ports.watcher.changed(input.orderId);
  }

  return declareWaiver;
}
