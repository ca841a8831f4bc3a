import type { Clock, RateLimits } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { FLOW_MS } from "./flow";

/** Lets the first one pass and throws `expired` for all others, also where they come at once. */
export async function consumeOnce(
  key: string,
  { rateLimits, clock }: { rateLimits: RateLimits; clock: Clock },
): Promise<void> {
  const { count } = await rateLimits.increment(key, clock.now(), FLOW_MS);
  if (count > 1) throw new Problem("expired", { words: "google:expired" });
}
