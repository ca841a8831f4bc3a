import type { Users } from "../../../db/accounts/users";
import type { Products } from "../../../db/products/products";
import { assertNever } from "../../lib/assert-never";
import type { Clock } from "../../lib/ports";
import type { Orders } from "../ports";
import type { Order } from "../rules/order";
import type { Effect } from "../rules/order-lifecycle";
import type { Payment } from "../rules/verify-payment";
import { isBuyersWallet } from "./is-buyers-wallet";

interface Deps extends SettleDeps {
  users: Pick<Users, "byWallet">;
  orders: SettleDeps["orders"] &
    Pick<Orders, "misdirected" | "releaseBuiltTransaction" | "expire" | "finalize" | "rollBack">;
}

/** Writes one effect of the lifecycle to the database. Repeating it changes nothing. */
export async function applyEffect(order: Order, effect: Effect, deps: Deps): Promise<void> {
  const { orders } = deps;
  const now = deps.clock.now();
  switch (effect.kind) {
    case "settle":
      return settlePayment({ order, payment: effect.payment, late: effect.late }, deps);
    case "misdirected":
      return misdirect(order, effect.payment, deps);
    case "short":
      return effect.review
        ? orders.review(order.id, "short", effect.payment, now)
        : orders.record(order.id, "short", effect.payment, now);
    case "duplicate":
      return orders.record(order.id, "duplicate", effect.payment, now);
    case "release_built_transaction": {
      const lastValid = order.built?.lastValidBlockHeight ?? 0;
      return orders.releaseBuiltTransaction(order.id, lastValid, effect.cause, now);
    }
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

/** A wallet that is linked to the buyer's account counts as the buyer's, whichever one is bound. */
async function misdirect(order: Order, payment: Payment, deps: Deps): Promise<void> {
  if (!(await isBuyersWallet(order, payment.payer, deps))) {
    return deps.orders.misdirected(order.id, payment, deps.clock.now());
  }
  return settlePayment({ order, payment, late: order.status === "expired" }, deps);
}

interface SettleDeps {
  clock: Clock;
  products: Pick<Products, "byId">;
  orders: Pick<Orders, "byId" | "settle" | "review" | "record">;
}

/**
 * Writes purchase and sale of a valid payment, in one batch that may be repeated. An order that can't
 * be settled any more goes to review, with the payment in the ledger.
 */
export async function settlePayment(
  { order, payment, late }: { order: Order; payment: Payment; late: boolean },
  deps: SettleDeps,
): Promise<void> {
  const now = deps.clock.now();
  if (late && !(await isStillOnSale(order, deps))) {
    return deps.orders.review(order.id, "late", payment, now);
  }
  const outcome = await deps.orders.settle(order.id, payment, now);
  if (outcome === "settled") return;
  if (outcome !== "duplicate") return deps.orders.review(order.id, outcome, payment, now);
  const settled = (await deps.orders.byId(order.id))?.settledAt != null;
  if (settled) return deps.orders.record(order.id, "duplicate", payment, now);
  return deps.orders.review(order.id, "owned", payment, now);
}

/** A late payment settles while the product is on sale and the payment covers its current price. */
async function isStillOnSale(order: Order, deps: SettleDeps): Promise<boolean> {
  const product = await deps.products.byId(order.productId);
  return product?.status === "active" && product.priceLamports <= order.priceLamports;
}
