import type { Clock, RateLimits } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { OrderStore, OrderWatcher } from "../../orders/ports";
import type { Buyer } from "../../orders/rules/buyer";
import { canSettle } from "../../orders/rules/order-state";
import { isSignature } from "../../solana/address";
import type { OrderOfBuyer } from "./read-order";

export interface ReportingPorts {
  clock: Clock;
  orders: Pick<OrderStore, "reportSignature">;
  rateLimits: Pick<RateLimits, "increment">;
  watcher: Pick<OrderWatcher, "suggested" | "overdue">;
}

/** Different signatures of one order that are asked for: more than a wallet sends in a minute. */
const MAX_SIGNATURES_PER_MINUTE = 10;

const MINUTE_MS = 60_000;

/** Takes the signature that a browser reports. */
export function createReportSignature(ports: ReportingPorts, orderOfBuyer: OrderOfBuyer) {
  /**
   * Stores the signature that the buyer's browser reports as a suggestion: it is searched first, and
   * verified like any other. A repeated one causes a poll and no new fast phase. Throws `not_found`
   * (also for another buyer's order), `invalid_input` and `slow_down`.
   */
  async function reportSignature(input: {
    orderId: string;
    buyer: Buyer;
    signature: string;
  }): Promise<void> {
    const order = await orderOfBuyer(input);
    if (!isSignature(input.signature)) throw new Problem("invalid_input", { field: "signature" });
    if (!canSettle(order.status)) return;
    const now = ports.clock.now();
    const isNew = await ports.orders.reportSignature(order.id, input.signature, now);
    if (!isNew) return ports.watcher.overdue(order.id);
    const key = `suggested:${order.id}`;
    const { count, resetAt } = await ports.rateLimits.increment(key, now, MINUTE_MS);
    if (count > MAX_SIGNATURES_PER_MINUTE) {
      throw new Problem("slow_down", { retryAfterSeconds: Math.ceil((resetAt - now) / 1_000) });
    }
    await ports.watcher.suggested(order.id);
  }

  return reportSignature;
}
