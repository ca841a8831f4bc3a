import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { availabilityOf } from "../../products/rules/sale-type";
import type { Settlements } from "../ports";
import type { AcceptedShort } from "../rules/incoming-payment";
import { maySettle, type SettlementFacts, type SettlementVerdict } from "../rules/may-settle";
import type { Payment } from "../rules/payment";

interface Input {
  orderId: string;
  payment: Payment;
  way:
    | { kind: "payment" }
    /**
     * `finalizedAt`: epoch ms; null where the payment is to be watched until it is final. `short`: it
     * is below the price, and the order's state does not rest on it.
     */
    | { kind: "accept"; finalizedAt: number | null; short?: AcceptedShort }
    /** `uid`: the account that claims the order. */
    | { kind: "claim"; uid: string };
}

export interface SettlingPorts {
  clock: Clock;
  orders: Pick<Settlements, "settlement" | "settle" | "acceptShort" | "claim">;
}

/** `settled`, or what the rule says and knew of the product. */
export type SettlementOutcome =
  | { kind: "settled" }
  | (Exclude<SettlementVerdict, { kind: "yes" }> & Pick<SettlementFacts, "product">);

/** Concurrent writes may change what the rule was asked about. */
const MAX_ATTEMPTS = 3;

/**
 * Settles an order by a payment where `maySettle` allows it. The only caller of the settling writes, so
 * that the rule is asked whichever way a payment comes. Idempotent. Throws `not_found`.
 */
export async function settleIfAllowed(
  { orderId, payment, way }: Input,
  { clock, orders }: SettlingPorts,
): Promise<SettlementOutcome> {
  const claimedBy = way.kind === "claim" ? way.uid : null;
  let product: SettlementFacts["product"] = null;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const at = clock.now();
    const stored = await orders.settlement(orderId, payment, { claimedBy, at });
    if (!stored) throw new Problem("not_found");
    ({ product } = stored.facts);
    const verdict = maySettle(stored.order, payment, { ...stored.facts, way: way.kind });
    if (verdict.kind !== "yes") return { ...verdict, product };
    const finalizedAt = way.kind === "accept" ? way.finalizedAt : null;
    const short = way.kind === "accept" ? way.short : undefined;
    const outcome = short
      ? await orders.acceptShort(orderId, short, at)
      : claimedBy === null
        ? await orders.settle(orderId, payment, at, finalizedAt)
        : await orders.claim(orderId, claimedBy, payment, at);
    if (outcome === "settled") return { kind: "settled" };
  }
  console.error("the settling write refuses what the rule allows", orderId);
  return { kind: "review", reason: "no_stock", product };
}

/** A hold ends when its transaction lands or expires, after at most a few minutes. */
const HELD_RETRY_SECONDS = 30;

/** The refusal of a person who asked for the settlement. */
export function settlementProblem(
  outcome: Exclude<SettlementOutcome, { kind: "settled" }>,
): Problem {
  if (outcome.kind !== "review" || outcome.reason !== "no_stock") return new Problem("conflict");
  const { product } = outcome;
  if (!product) return new Problem("conflict", { messageKey: "product_deleted" });
  return availabilityOf(product) !== "sold_out"
    ? new Problem("held", { retryAfterSeconds: HELD_RETRY_SECONDS })
    : new Problem("sold_out");
}
