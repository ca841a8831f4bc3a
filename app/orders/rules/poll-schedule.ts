import { assertNever } from "../../lib/assert-never";
import type { OrderState, WatchState } from "./order-state";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Looks while a payment may land: [age since the last sign of life, interval], in ms. A checkout
 * that a wallet asked for and then left costs some fifty looks in its whole life.
 */
const AWAITING_INTERVALS: readonly (readonly [age: number, every: number])[] = [
  [4 * SECOND, 700],
  [10 * SECOND, 1_200],
  [30 * SECOND, 2 * SECOND],
  [90 * SECOND, 5 * SECOND],
  [5 * MINUTE, 15 * SECOND],
  [30 * MINUTE, 5 * MINUTE],
  [Number.POSITIVE_INFINITY, 8 * HOUR],
];

/**
 * A transaction that was named is all but confirmed, and its status is the cheapest question: asked
 * this often (ms), for this long (ms).
 */
const SUGGESTED_POLL_MS = 400;
const SUGGESTED_PHASE_MS = 5 * SECOND;

/** Part of an interval by which the shared feed's answer may be old. */
const STALENESS = 0.25;

/** Looks at a closed order for late payments, in ms after it expired. */
const POLLS_AFTER_EXPIRY_MS = [HOUR, 6 * HOUR, 24 * HOUR, 72 * HOUR, 7 * 24 * HOUR];
const POLLS_AFTER_UNASKED_EXPIRY_MS = [24 * HOUR];
/** The same for an order that is settled or refunded: money that still comes is to be given back. */
const POLLS_AFTER_CLOSING_MS = [HOUR, 72 * HOUR, 7 * 24 * HOUR];

/** A closed order is not searched again within this time (ms), however often its page is opened. */
export const CLOSED_PAUSE_MS = 10 * MINUTE;

/** The last look at a pending order comes just before it closes, in ms. */
export const LAST_POLL_BEFORE_EXPIRY_MS = 10 * SECOND;

/** A block becomes final about 32 slots after it is confirmed; asking sooner is wasted. */
export const FINALITY_DELAY_MS = 14 * SECOND;

/** A blockhash lives for about this long; no built transaction lapses sooner. */
export const BLOCKHASH_LIFETIME_MS = 60 * SECOND;

/** Between looks while there is more to judge than one look may, in ms. */
const BACKLOG_INTERVAL_MS = 500;

/** Most that chance may delay a look, in ms. */
const MAX_JITTER_MS = 5 * SECOND;

/** Longest pause after rounds without an answer. */
const MAX_BACKOFF_MS = 2 * MINUTE;

/**
 * When to look at an order again (epoch ms), or null for never.
 * `jitter` in [0, 1) spreads the looks of many orders; it only ever delays, so that a look that
 * is due at a deadline does not come before it.
 */
export function nextPollAt(
  order: OrderState,
  watch: WatchState,
  now: number,
  jitter: number,
): number | null {
  const planned = plannedPollAt(order, watch, now);
  const reading = watch.unread ? now + BACKLOG_INTERVAL_MS : null;
  const at = planned && reading ? Math.min(planned, reading) : (planned ?? reading);
  if (at === null) return null;
  const wait = Math.max(at - now, backoff(watch.failures), 0);
  return now + Math.round(wait + jitter * Math.min(wait * 0.2, MAX_JITTER_MS));
}

/** How old (ms) an answer may be that many orders share. */
export function staleness(
  { lastActivityAt }: Pick<WatchState, "lastActivityAt">,
  now: number,
): number {
  return Math.min(interval(now - lastActivityAt), 5 * MINUTE) * STALENESS;
}

function plannedPollAt(order: OrderState, watch: WatchState, now: number): number | null {
  switch (order.status) {
    case "pending":
      return Math.max(now, order.expiresAt - LAST_POLL_BEFORE_EXPIRY_MS);
    case "awaiting":
      return awaitingPollAt(order, watch, now);
    case "review":
    case "paid_by_other":
      return now < order.expiresAt
        ? now + interval(now - watch.lastActivityAt)
        : latePollAt(order, now);
    case "paid":
      return finalityPollAt(order, watch, now);
    case "expired":
      return latePollAt(order, now);
    case "refunded":
      return latePollAt(order, now);
    default:
      return assertNever(order.status);
  }
}

/** A pre-signed transaction lapses within minutes and is looked at until then, expired or not. */
function awaitingPollAt({ built, expiresAt }: OrderState, watch: WatchState, now: number): number {
  const named = watch.suggestedAt !== undefined && now - watch.suggestedAt < SUGGESTED_PHASE_MS;
  const regular = now + (named ? SUGGESTED_POLL_MS : interval(now - watch.lastActivityAt));
  if (built?.preSigned) return Math.min(regular, now + 15 * SECOND);
  return expiresAt > now ? Math.min(regular, expiresAt) : regular;
}

function finalityPollAt(order: OrderState, watch: WatchState, now: number): number | null {
  const { settlement } = order;
  if (!settlement || settlement.finalized) return latePollAt(order, now);
  const first = settlement.at + FINALITY_DELAY_MS;
  if (now < first) return first;
  return now + (watch.missedPolls > 0 ? 20 * SECOND : interval(now - first + 4 * SECOND));
}

function latePollAt({ status, expiresAt, built }: OrderState, now: number): number | null {
  const closed = status === "paid" || status === "refunded";
  const asked = built ? POLLS_AFTER_EXPIRY_MS : POLLS_AFTER_UNASKED_EXPIRY_MS;
  const ages = closed ? POLLS_AFTER_CLOSING_MS : asked;
  const age = ages.find((after) => expiresAt + after > now);
  return age === undefined ? null : expiresAt + age;
}

function interval(age: number): number {
  return AWAITING_INTERVALS.find(([upTo]) => age < upTo)?.[1] ?? 8 * HOUR;
}

function backoff(failures: number): number {
  return failures === 0 ? 0 : Math.min(500 * 2 ** Math.min(failures, 10), MAX_BACKOFF_MS);
}
