import { assertNever } from "../../lib/assert-never";
import type { Order, PricedOrder } from "../../orders/rules/order";
import type { Payment } from "../../orders/rules/payment";
import { isBuyersWallet } from "../../orders/use-cases/is-buyers-wallet";
import { settleIfAllowed } from "../../orders/use-cases/settle-payment";
import type { SettlementPorts } from "../ports";
import type { Effect } from "../rules/order-lifecycle";
import { finalOverdueAt } from "../rules/poll-schedule";

/** Writes the effects of the lifecycle to the database. */
export function createApplyEffect(
  { clock, log, orders, users }: Pick<SettlementPorts, "clock" | "log" | "orders" | "users">,
  settlePayment: ReturnType<typeof createSettlePayment>,
) {
  /** Writes one effect of the lifecycle to the database. Repeating it changes nothing. */
  async function applyEffect(order: Order, effect: Effect): Promise<void> {
    const now = clock.now();
    switch (effect.kind) {
      // A payment beside the first one settles where that was refused, and else goes to review or on record.
      case "settle":
      case "duplicate":
        return settlePayment(order, effect.payment);
      case "misdirected":
        return misdirect(order, effect.payment);
      case "short":
        return orders.recordShort(order, effect.payment, now);
      case "release_built_transaction": {
        const lastValid = order.built?.lastValidBlockHeight ?? 0;
        return orders.releaseBuiltTransaction(order.id, lastValid, effect.cause, now);
      }
      case "expire":
        return orders.expire(order.id, now);
      case "finalize":
        return orders.finalize(order.id, effect.signature, now, finalOverdueAt(order));
      case "roll_back":
        await orders.rollBack(order.id, effect.signature, now);
        return log("roll_back", { order: order.id });
      default:
        return assertNever(effect);
    }
  }

  /** A wallet that is linked to the buyer's account counts as the buyer's, whichever one is bound. */
  async function misdirect(order: Order, payment: Payment): Promise<void> {
    if (!(await isBuyersWallet(order, payment.payer, { users }))) {
      await orders.misdirected(order.id, payment, clock.now());
      if (order.status === "paid_by_other") return;
      return log("review", { order: order.id, reason: "paid_by_other" });
    }
    return settlePayment(order, payment);
  }

  return applyEffect;
}

/** Settles orders by what the chain shows. */
export function createSettlePayment({
  clock,
  log,
  orders,
}: Pick<SettlementPorts, "clock" | "log" | "orders">) {
  /**
   * Writes purchase and sale of a valid payment, in one batch that may be repeated. A payment that may not
   * settle the order goes to review, or into the ledger alone where the order rests on another one.
   */
  async function settlePayment(order: PricedOrder, payment: Payment): Promise<void> {
    const { id: orderId } = order;
    const outcome = await settleIfAllowed(
      { orderId, payment, way: { kind: "payment" } },
      { clock, log, orders },
    );
    const now = clock.now();
    if (outcome.kind === "settled") return;
    if (outcome.kind === "review") {
      await orders.review(orderId, outcome.reason, payment, now);
      if (outcome.isNew) log("review", { order: orderId, reason: outcome.reason });
      return;
    }
    switch (outcome.why) {
      case "duplicate":
        return orders.record(orderId, outcome.why, payment, now);
      case "short":
        return orders.recordShort(order, payment, now);
      case "payer_is_recipient":
        return;
      default:
        return assertNever(outcome.why);
    }
  }

  return settlePayment;
}
