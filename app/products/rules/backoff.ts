/** Statuses after which the same request may succeed: the storage's own list. */
export function isRetryable(status: number): boolean {
  return status >= 500 || status === 408 || status === 429;
}

/** First and longest wait between tries, in ms. */
const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/**
 * Ms to wait after the `attempt`th failure (from 0): doubling, with up to half of it random so that
 * many clients don't come back at once. `random` is in [0, 1). A server's own wish counts as the least.
 */
export function backoffMs(attempt: number, random: number, retryAfterSeconds = 0): number {
  const grown = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
  return Math.max(grown * (0.5 + random / 2), retryAfterSeconds * 1_000);
}
