import { z } from "zod";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Pauses before a transaction that can't be read is fetched again; after the last it is given up. */
const RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 6 * HOUR_MS];
const MAX_SET_ASIDE = 200;

/** A listed transaction that no node returned. */
export const setAsideSchema = z.object({
  signature: z.string(),
  /** Number of failed fetches. */
  failures: z.number(),
  /** Epoch ms. */
  retryAt: z.number(),
});
export type SetAside = z.output<typeof setAsideSchema>;

/** `retryAt` is absent where the fetch has just failed. */
export type Unread = Omit<SetAside, "retryAt"> & Partial<Pick<SetAside, "retryAt">>;

/** Plans the next fetches. Gives up those that failed too often, and the oldest of too many. */
export function withRetryTimes(
  unread: readonly Unread[],
  now: number,
): { setAside: SetAside[]; givenUp: string[] } {
  const planned: SetAside[] = [];
  const givenUp: string[] = [];
  for (const { signature, failures, retryAt } of unread) {
    const delay = RETRY_DELAYS_MS[failures - 1];
    if (retryAt !== undefined) planned.push({ signature, failures, retryAt });
    else if (delay !== undefined) planned.push({ signature, failures, retryAt: now + delay });
    else givenUp.push(signature);
  }
  const surplus = planned.splice(0, Math.max(0, planned.length - MAX_SET_ASIDE));
  return { setAside: planned, givenUp: [...givenUp, ...surplus.map((one) => one.signature)] };
}
