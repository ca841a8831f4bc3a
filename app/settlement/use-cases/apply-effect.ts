import type { Users } from "../../../db/accounts/users";
import { assertNever } from "../../lib/assert-never";
import type { OrderStore, Settlements, UnitHolds, UnsettledPayments } from "../../orders/ports";
import type { Order, PricedOrder } from "../../orders/rules/order";
import { isUndecided } from "../../orders/rules/order-state";
import type { Payment } from "../../orders/rules/payment";
import { isBuyersWallet } from "../../orders/use-cases/is-buyers-wallet";
import { settleIfAllowed } from "../../orders/use-cases/settle-payment";
import type { Effect } from "../rules/order-lifecycle";

interface Deps extends SettleDeps {
  users: Pick<Users, "byWallet">;
  orders: SettleDeps["orders"] &
    Pick<OrderStore, "byId" | "expire"> &
    Pick<UnsettledPayments, "recordShort" | "misdirected"> &
    Pick<UnitHolds, "releaseBuiltTransaction"> &
    Pick<Settlements, "finalize" | "rollBack">;
}

/** Writes one effect of the lifecycle to the database. Repeating it changes nothing. */
export async function applyEffect(order: Order, effect: Effect, deps: Deps): Promise<void> {
  const { orders } = deps;
  const now = deps.clock.now();
  switch (effect.kind) {
    case "settle":
      return settlePayment({ order, payment: effect.payment }, deps);
    case "misdirected":
      return misdirect(order, effect.payment, deps);
    case "short":
      return orders.recordShort(order, effect.payment, now);
    case "duplicate":
      return settleOrRecord({ orderId: order.id, payment: effect.payment }, deps);
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

/**
 * A payment beside the one that the poll took first. Where that one was refused, this one may settle the
 * order, or wait for the seller's decision if none does; else it is on record.
 */
async function settleOrRecord(
  { orderId, payment }: { orderId: string; payment: Payment },
  deps: Deps,
): Promise<void> {
  const { orders, clock } = deps;
  const outcome = await settleIfAllowed({ orderId, payment, way: { kind: "payment" } }, deps);
  if (outcome.kind === "settled") return;
  const status = (await orders.byId(orderId))?.status;
  if (outcome.kind === "review" && status && !isUndecided(status)) {
    return orders.review(orderId, outcome.reason, payment, clock.now());
  }
  await orders.record(orderId, "duplicate", payment, clock.now());
}

/** A wallet that is linked to the buyer's account counts as the buyer's, whichever one is bound. */
async function misdirect(order: Order, payment: Payment, deps: Deps): Promise<void> {
  if (!(await isBuyersWallet(order, payment.payer, deps))) {
    return deps.orders.misdirected(order.id, payment, deps.clock.now());
  }
  return settlePayment({ order, payment }, deps);
}

type SettleDeps = Parameters<typeof settleIfAllowed>[1] & {
  orders: Pick<UnsettledPayments, "review" | "record" | "recordShort">;
};

/**
 * Writes purchase and sale of a valid payment, in one batch that may be repeated. A payment that may not
 * settle the order goes to review, or into the ledger alone where the order rests on another one.
 */
export async function settlePayment(
  { order, payment }: { order: PricedOrder; payment: Payment },
  deps: SettleDeps,
): Promise<void> {
  const { id: orderId } = order;
  const outcome = await settleIfAllowed({ orderId, payment, way: { kind: "payment" } }, deps);
  const now = deps.clock.now();
  if (outcome.kind === "settled") return;
  if (outcome.kind === "review") return deps.orders.review(orderId, outcome.reason, payment, now);
  switch (outcome.why) {
    case "duplicate":
      return deps.orders.record(orderId, outcome.why, payment, now);
    case "short":
      return deps.orders.recordShort(order, payment, now);
    case "payer_is_recipient":
      return;
    default:
      return assertNever(outcome.why);
  }
}
