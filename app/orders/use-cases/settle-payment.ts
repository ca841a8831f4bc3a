import type { Log, LogFields } from "../../lib/log";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Settlements } from "../ports";
import type { AcceptedShort } from "../rules/incoming-payment";
import { lamportsTo } from "../rules/legs";
import {
  maySettle,
  type SettlementFacts,
  type SettlementVerdict,
  type SettlementWay,
} from "../rules/may-settle";
import type { Order } from "../rules/order";
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
  log: Log;
  orders: Pick<Settlements, "settlement" | "settle" | "acceptShort" | "claim">;
}

/** `settled`, or what the rule says and knew of the product and of what the order takes. */
export type SettlementOutcome =
  | { kind: "settled" }
  | (Exclude<SettlementVerdict, { kind: "yes" }> &
      Pick<SettlementFacts, "product" | "things"> & {
        /** False where the payment was recorded before. */
        isNew: boolean;
      });

/** Concurrent writes may change what the rule was asked about. */
const MAX_ATTEMPTS = 3;

/** What `maySettle` says of a payment now, with what it was asked about. Throws `not_found`. */
async function judgeSettlement(
  { orderId, payment, way }: Input,
  { clock, orders }: Pick<SettlingPorts, "clock"> & { orders: Pick<Settlements, "settlement"> },
) {
  const at = clock.now();
  const claimedBy = way.kind === "claim" ? way.uid : null;
  const stored = await orders.settlement(orderId, payment, {
    claimedBy,
    isAccepted: way.kind === "accept",
    at,
  });
  if (!stored) throw new Problem("not_found");
  const { order, facts } = stored;
  const { product, things, recordedAt } = facts;
  const verdict = maySettle(order, payment, { ...facts, way: way.kind });
  // The time of what is not on record is the present.
  return { order, verdict, known: { product, things }, isNew: recordedAt === at, at };
}

/** Throws the refusal of a payment that a seller can't accept now. */
export async function assertAcceptable(
  input: Pick<Input, "orderId" | "payment">,
  ports: Parameters<typeof judgeSettlement>[1],
): Promise<void> {
  const way = { kind: "accept", finalizedAt: null } as const;
  const { verdict, known, isNew } = await judgeSettlement({ ...input, way }, ports);
  if (verdict.kind !== "yes") throw settlementProblem({ ...verdict, ...known, isNew });
}

/**
 * Settles an order by a payment where `maySettle` allows it. The only caller of the settling writes, so
 * that the rule is asked whichever way a payment comes. Idempotent. Throws `not_found`.
 */
export async function settleIfAllowed(
  { orderId, payment, way }: Input,
  { clock, log, orders }: SettlingPorts,
): Promise<SettlementOutcome> {
  const claimedBy = way.kind === "claim" ? way.uid : null;
  let known: Pick<SettlementFacts, "product" | "things"> = { product: null, things: "sold_out" };
  let isNew = false;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const judged = await judgeSettlement({ orderId, payment, way }, { clock, orders });
    const { order, verdict, at } = judged;
    ({ known, isNew } = judged);
    if (verdict.kind !== "yes") return { ...verdict, ...known, isNew };
    const finalizedAt = way.kind === "accept" ? way.finalizedAt : null;
    const short = way.kind === "accept" ? way.short : undefined;
    const outcome = short
      ? await orders.acceptShort(orderId, short, at)
      : claimedBy === null
        ? await orders.settle(orderId, payment, at, finalizedAt, way.kind === "accept")
        : await orders.claim(orderId, claimedBy, payment, at);
    if (outcome === "settled") {
      // Polls repeat the write.
      if (order.settledAt === null) log("sale", saleOf(order, way.kind, at));
      return { kind: "settled" };
    }
  }
  log("settlement_refused", { order: orderId });
  return { kind: "review", reason: "no_stock", ...known, isNew };
}

/** Amounts are those of the order. */
function saleOf(order: Order, way: SettlementWay, at: number): LogFields<"sale"> {
  const { id, productId, priceLamports, terms, createdAt, guest, buyerUid } = order;
  return {
    order: id,
    product: productId,
    lamports: priceLamports,
    fee: lamportsTo(terms, "platform"),
    ms: at - createdAt,
    channel: guest ? "guest" : buyerUid === null ? "wallet" : "account",
    way,
  };
}

/** A hold ends when its transaction lands or expires, after at most a few minutes. */
const HELD_RETRY_SECONDS = 30;

/** The refusal of a person who asked for the settlement. */
export function settlementProblem(
  outcome: Exclude<SettlementOutcome, { kind: "settled" }>,
): Problem {
  if (outcome.kind !== "review" || outcome.reason !== "no_stock") return new Problem("conflict");
  const { product, things } = outcome;
  if (!product) return new Problem("conflict", { messageKey: "product_deleted" });
  return things !== "sold_out"
    ? new Problem("held", { retryAfterSeconds: HELD_RETRY_SECONDS })
    : new Problem("sold_out");
}
