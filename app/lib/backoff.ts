// @chunk records
/** Statuses after which the same request may succeed. */
export function isRetryable(status: number): boolean {
  return status >= 500 || status === 408 || status === 429;
}

/**
 * Delay in ms after the `attempt`th failure (from 0): doubles from `minMs` to `maxMs`, with up to half
 * of it random so that clients do not retry in step. `random` is in [0, 1).
 */
export function backoffMs(
  attempt: number,
  random: number,
  { minMs, maxMs }: { minMs: number; maxMs: number },
): number {
  const delay = Math.min(maxMs, minMs * 2 ** attempt);
  return delay * (0.5 + random / 2);
}
