import type { Clock, RateCounters } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { FLOW_MS } from "./flow";

/** Lets the first one pass and throws `expired` for all others, also where they come at once. */
export async function takeOnce(
  key: string,
  { rates, clock }: { rates: RateCounters; clock: Clock },
): Promise<void> {
  const { count } = await rates.hit(key, clock.now(), FLOW_MS);
  if (count > 1) throw new Problem("expired", { words: "google:expired" });
}
