import type { Clock, RateLimits } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Order } from "../rules/order";

interface Deps {
  clock: Clock;
  rateLimits: Pick<RateLimits, "tryAcquire" | "refund">;
}

const MINUTE = 60_000;
/** The rest after a hold that was not paid (ms), counted from when its last message has lapsed. */
const REST = 10 * MINUTE;
/** A message may land for about this long (ms). */
const MESSAGE_LIFE = MINUTE;

/** Two messages are let through, the second of them starts the rest. */
const TWO_MESSAGES = {
  free: 1,
  baseMs: MESSAGE_LIFE + REST,
  maxMs: MESSAGE_LIFE + REST,
  resetAfterMs: MESSAGE_LIFE + REST,
};

/**
 * Lets a wallet and an account hold a unit of a product for two messages, then makes them wait: who
 * does not pay gives others a chance. `release` undoes it where no unit was held after all.
 * Throws `slow_down`.
 */
export async function acquireHoldQuota(
  { order, account }: { order: Pick<Order, "productId" | "buyerUid">; account: string },
  { clock, rateLimits }: Deps,
): Promise<{ release(): Promise<void> }> {
  const keys = [`hold:${order.productId}:wallet:${account}`];
  if (order.buyerUid) keys.push(`hold:${order.productId}:account:${order.buyerUid}`);
  const taken: string[] = [];
  const release = async () => {
    for (const key of taken) await rateLimits.refund(key);
  };
  const now = clock.now();
  for (const key of keys) {
    const { retryAt } = await rateLimits.tryAcquire(key, now, TWO_MESSAGES);
    if (retryAt !== null) {
      await release();
      throw new Problem("slow_down", { retryAfterSeconds: (retryAt - now) / 1_000 });
    }
    taken.push(key);
  }
  return { release };
}
