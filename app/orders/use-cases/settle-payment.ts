import type { Clock } from "../../lib/ports";
import type { Products } from "../../products/ports";
import type { Orders } from "../ports";
import type { Order } from "../rules/order";
import type { Payment } from "../rules/verify-payment";

interface Deps {
  clock: Clock;
  products: Pick<Products, "byId">;
  orders: Pick<Orders, "byId" | "settle" | "review" | "record">;
}

/**
 * Writes what a valid payment earns: the purchase and the sale, in one batch that may be repeated.
 * What can't be sold any more goes to review, with the money on record.
 */
export async function settlePayment(
  { order, payment, late }: { order: Order; payment: Payment; late: boolean },
  deps: Deps,
): Promise<void> {
  const now = deps.clock.now();
  if (late && !(await stillOnSale(order, deps))) {
    return deps.orders.review(order.id, "late", payment, now);
  }
  const outcome = await deps.orders.settle(order.id, payment, now);
  if (outcome === "settled") return;
  if (outcome !== "duplicate") return deps.orders.review(order.id, outcome, payment, now);
  const settled = (await deps.orders.byId(order.id))?.settledAt != null;
  if (settled) return deps.orders.record(order.id, "duplicate", payment, now);
  return deps.orders.review(order.id, "owned", payment, now);
}

/** A late payment is honoured while the product is on sale and today's price is covered. */
async function stillOnSale(order: Order, deps: Deps): Promise<boolean> {
  const product = await deps.products.byId(order.productId);
  return product?.status === "active" && product.priceLamports <= order.priceLamports;
}
