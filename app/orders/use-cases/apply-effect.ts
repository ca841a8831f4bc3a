import { assertNever } from "../../lib/assert-never";
import type { Clock } from "../../lib/ports";
import type { Products } from "../../products/ports";
import type { Orders } from "../ports";
import type { Order } from "../rules/order";
import type { Effect } from "../rules/order-lifecycle";
import { settlePayment } from "./settle-payment";

interface Deps {
  clock: Clock;
  products: Pick<Products, "byId">;
  orders: Pick<
    Orders,
    | "byId"
    | "settle"
    | "review"
    | "record"
    | "misdirected"
    | "releaseExpiredTransaction"
    | "expire"
    | "finalize"
    | "rollBack"
  >;
}

/** Writes one effect of the lifecycle to the record. Repeating it changes nothing. */
export async function applyEffect(order: Order, effect: Effect, deps: Deps): Promise<void> {
  const { orders } = deps;
  const now = deps.clock.now();
  switch (effect.kind) {
    case "settle":
      return settlePayment({ order, payment: effect.payment, late: effect.late }, deps);
    case "misdirected":
      return orders.misdirected(order.id, effect.payment, now);
    case "short":
      return effect.review
        ? orders.review(order.id, "short", effect.payment, now)
        : orders.record(order.id, "short", effect.payment, now);
    case "duplicate":
      return orders.record(order.id, "duplicate", effect.payment, now);
    case "release_expired_transaction":
      return orders.releaseExpiredTransaction(
        order.id,
        order.built?.lastValidBlockHeight ?? 0,
        now,
      );
    case "expire":
      return orders.expire(order.id, now);
    case "finalize":
      return orders.finalize(order.id, effect.signature, now);
    case "roll_back":
      return orders.rollBack(order.id, effect.signature, now);
    default:
      return assertNever(effect);
  }
}
