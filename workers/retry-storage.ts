import { backoffMs } from "../app/lib/backoff";
import type { Runtime } from "./isolate";

/** Bounds of the delay between retries, before jitter. */
const DELAY = { minMs: 200, maxMs: 1_000 };
/** A request ends within seconds; the browser repeats it for minutes. */
const MAX_RETRIES = 3;
const MAX_RETRY_MS = 3_000;

/**
 * Failures that pass: R2's codes for internal error, unavailable and too many requests, which end its
 * messages (https://developers.cloudflare.com/r2/api/error-codes), and the runtime's own.
 */
const TRANSIENT = /\((10001|10043|10058)\)\s*$|network connection lost|internal error|timed out/i;

export type RetryTimer = Pick<Runtime, "now" | "sleep" | "random">;

/** Repeats an idempotent storage operation while its failure is one that passes, for some seconds. */
export async function retryTransient<T>(work: () => Promise<T>, timer: RetryTimer): Promise<T> {
  const startedAt = timer.now();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const delay = backoffMs(attempt, timer.random(), DELAY);
      const isOver = attempt >= MAX_RETRIES || timer.now() - startedAt + delay > MAX_RETRY_MS;
      if (isOver || !TRANSIENT.test(String(error))) throw error;
      await timer.sleep(delay);
    }
  }
}
