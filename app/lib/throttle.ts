// @chunk records
import type { BackoffPolicy, Clock, RateLimits } from "./ports";
import { Problem } from "./problem";

/** Counts an attempt. Throws `slow_down` with the seconds until the next one is allowed. */
export async function throttle(
  key: string,
  policy: BackoffPolicy,
  deps: { rateLimits: RateLimits; clock: Clock },
): Promise<void> {
  const now = deps.clock.now();
  const { retryAt } = await deps.rateLimits.tryAcquire(key, now, policy);
  if (retryAt === null) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((retryAt - now) / 1000));
  throw new Problem("slow_down", {
    messageKey: "account:slowDown",
    params: { seconds: retryAfterSeconds },
    retryAfterSeconds,
  });
}
