import { z } from "zod";

/** Transactions that were set aside and are fetched again in one run. */
const MAX_RETRIED_PER_RUN = 30;
/** Cron calls each minute, sometimes a little early. */
const RETRY_TOLERANCE_MS = 10_000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * Pauses before a transaction is fetched again; after the last it is given up. A payment that has not
 * settled its order is money on the chain: its order is notified each minute at first.
 */
const RETRY_DELAYS_MS = {
  unread: [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 6 * HOUR_MS],
  unsettled: [
    ...Array.from({ length: 30 }, () => MINUTE_MS),
    30 * MINUTE_MS,
    6 * HOUR_MS,
    24 * HOUR_MS,
  ],
} as const;
/** As many stand in one row of the database, with 130 bytes each. */
export const MAX_SET_ASIDE = 1_000;

/** A listed transaction that is fetched again. */
export const setAsideSchema = z.object({
  signature: z.string(),
  /**
   * No node returned it, or one alone what is to be recorded; or an order that it should settle is open.
   * Absent in earlier progress.
   */
  reason: z.enum(["unread", "unsettled"]).default("unread"),
  /** Number of attempts. */
  failures: z.number(),
  /** Epoch ms. */
  retryAt: z.number(),
});
export type SetAside = z.output<typeof setAsideSchema>;

/** `retryAt` is absent where the attempt has just failed. */
export type Failed = Omit<SetAside, "retryAt"> & Partial<Pick<SetAside, "retryAt">>;

/** What a run fetches again. What is planned beyond its pause was planned before a clock went back. */
export function dueSetAside(setAside: readonly SetAside[], now: number): SetAside[] {
  return setAside
    .filter((one) => {
      const waitMs = one.retryAt - now;
      return waitMs <= RETRY_TOLERANCE_MS || waitMs > (delayOf(one) ?? 0) + RETRY_TOLERANCE_MS;
    })
    .slice(0, MAX_RETRIED_PER_RUN);
}

/** The pause after the last attempt (ms); undefined where it is given up. */
function delayOf({ reason, failures }: Pick<SetAside, "reason" | "failures">): number | undefined {
  return RETRY_DELAYS_MS[reason][failures - 1];
}

/** Plans the next fetches. Gives up those that failed too often, and the oldest of too many. */
export function withRetryTimes(
  failed: readonly Failed[],
  now: number,
): { setAside: SetAside[]; givenUp: Failed[] } {
  const planned: SetAside[] = [];
  const givenUp: Failed[] = [];
  for (const { retryAt, ...one } of failed) {
    const delay = delayOf(one);
    if (retryAt !== undefined) planned.push({ ...one, retryAt });
    else if (delay !== undefined) planned.push({ ...one, retryAt: now + delay });
    else givenUp.push(one);
  }
  const surplus = planned.splice(0, Math.max(0, planned.length - MAX_SET_ASIDE));
  return { setAside: planned, givenUp: [...givenUp, ...surplus] };
}
