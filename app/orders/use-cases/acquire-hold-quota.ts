import type { Clock, RateLimits } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Order } from "../rules/order";

interface Deps {
  clock: Clock;
  rateLimits: Pick<RateLimits, "tryAcquire" | "refund">;
}

const MINUTE_MS = 60_000;
/** Cooldown after an unpaid hold, from the expiry of its last transaction. */
const COOLDOWN_MS = 10 * MINUTE_MS;
/** Time (about) for which a built transaction can land. */
const TRANSACTION_LIFETIME_MS = MINUTE_MS;

/** Two transactions are allowed; the second starts the cooldown. */
const HOLD_QUOTA = {
  free: 1,
  baseMs: TRANSACTION_LIFETIME_MS + COOLDOWN_MS,
  maxMs: TRANSACTION_LIFETIME_MS + COOLDOWN_MS,
  resetAfterMs: TRANSACTION_LIFETIME_MS + COOLDOWN_MS,
};

/**
 * Limits a wallet and an account to two transactions that hold a unit of a product, followed by a
 * cooldown, so that others can buy. `release` takes back an acquisition that held no unit. Throws
 * `slow_down`.
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
    const { retryAt } = await rateLimits.tryAcquire(key, now, HOLD_QUOTA);
    if (retryAt !== null) {
      await release();
      throw new Problem("slow_down", { retryAfterSeconds: (retryAt - now) / 1_000 });
    }
    taken.push(key);
  }
  return { release };
}
