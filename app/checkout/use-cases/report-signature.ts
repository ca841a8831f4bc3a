import type { Clock, RateLimits } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { OrderStore, OrderWatcher } from "../../orders/ports";
import { canSettle } from "../../orders/rules/order-state";
import { isSignature } from "../../solana/address";
import { orderOfBuyer } from "./read-order";

interface Deps {
  clock: Clock;
  orders: Pick<OrderStore, "byId" | "reportSignature">;
  rateLimits: Pick<RateLimits, "increment">;
  watcher: Pick<OrderWatcher, "suggested" | "overdue">;
}

/** Different signatures of one order that are asked for: more than a wallet sends in a minute. */
const MAX_SIGNATURES_PER_MINUTE = 10;
const MINUTE_MS = 60_000;

/**
 * Stores the signature that the buyer's browser reports as a suggestion: it is searched first, and
 * verified like any other. A repeated one causes a poll and no new fast phase. Throws `not_found`
 * (also for another buyer's order), `invalid_input` and `slow_down`.
 */
export async function reportSignature(
  input: { orderId: string; buyerUid: string; signature: string },
  deps: Deps,
): Promise<void> {
  const order = await orderOfBuyer(input, deps);
  if (!isSignature(input.signature)) throw new Problem("invalid_input", { field: "signature" });
  if (!canSettle(order.status)) return;
  const now = deps.clock.now();
  const isNew = await deps.orders.reportSignature(order.id, input.signature, now);
  if (!isNew) return deps.watcher.overdue(order.id);
  const key = `suggested:${order.id}`;
  const { count, resetAt } = await deps.rateLimits.increment(key, now, MINUTE_MS);
  if (count > MAX_SIGNATURES_PER_MINUTE) {
    throw new Problem("slow_down", { retryAfterSeconds: Math.ceil((resetAt - now) / 1_000) });
  }
  await deps.watcher.suggested(order.id);
}
