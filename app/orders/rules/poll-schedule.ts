import { assertNever } from "../../lib/assert-never";
import type { OrderState, WatchState } from "./order-state";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Looks while a payment may land: [age since the last sign of life, interval], in ms. A checkout
 * that a wallet asked for and then left costs some fifty looks in its whole life.
 */
const AWAITING: readonly (readonly [age: number, every: number])[] = [
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
const NAMED_EVERY = 400;
const NAMED_FOR = 5 * SECOND;

/** Part of an interval by which the shared feed's answer may be old. */
const STALENESS = 0.25;

/** Looks at a closed order for late payments, in ms after it expired. */
const AFTER_EXPIRY = [HOUR, 6 * HOUR, 24 * HOUR, 72 * HOUR, 7 * 24 * HOUR];
const AFTER_EXPIRY_UNASKED = [24 * HOUR];
/** The same for an order that is settled or refunded: money that still comes is to be given back. */
const AFTER_CLOSING = [HOUR, 72 * HOUR, 7 * 24 * HOUR];

/** A closed order is not searched again within this time (ms), however often its page is opened. */
export const CLOSED_PAUSE = 10 * MINUTE;

/** The last look at a pending order comes just before it closes, in ms. */
export const LAST_LOOK_BEFORE = 10 * SECOND;

/** A block becomes final about 32 slots after it is confirmed; asking sooner is wasted. */
export const FINALITY_DELAY = 14 * SECOND;

/** A blockhash lives for about this long; no built transaction lapses sooner. */
export const BLOCKHASH_LIFETIME = 60 * SECOND;

/** Between looks while there is more to judge than one look may, in ms. */
const READING = 500;

/** Most that chance may delay a look, in ms. */
const LONGEST_JITTER = 5 * SECOND;

/** Longest pause after rounds without an answer. */
const LONGEST_BACKOFF = 2 * MINUTE;

/**
 * When to look at an order again (epoch ms), or null for never.
 * `jitter` in [0, 1) spreads the looks of many orders; it only ever delays, so that a look that
 * is due at a deadline does not come before it.
 */
export function nextLook(
  order: OrderState,
  watch: WatchState,
  now: number,
  jitter: number,
): number | null {
  const planned = plannedLook(order, watch, now);
  const reading = watch.unread ? now + READING : null;
  const at = planned && reading ? Math.min(planned, reading) : (planned ?? reading);
  if (at === null) return null;
  const wait = Math.max(at - now, backoff(watch.failures), 0);
  return now + Math.round(wait + jitter * Math.min(wait * 0.2, LONGEST_JITTER));
}

/** How old (ms) an answer may be that many orders share. */
export function staleness({ heatedAt }: Pick<WatchState, "heatedAt">, now: number): number {
  return Math.min(interval(now - heatedAt), 5 * MINUTE) * STALENESS;
}

function plannedLook(order: OrderState, watch: WatchState, now: number): number | null {
  switch (order.status) {
    case "pending":
      return Math.max(now, order.expiresAt - LAST_LOOK_BEFORE);
    case "awaiting":
      return awaitingLook(order, watch, now);
    case "review":
    case "paid_by_other":
      return now < order.expiresAt ? now + interval(now - watch.heatedAt) : lateLook(order, now);
    case "paid":
      return finalityLook(order, watch, now);
    case "expired":
      return lateLook(order, now);
    case "refunded":
      return lateLook(order, now);
    default:
      return assertNever(order.status);
  }
}

/** A pre-signed transaction lapses within minutes and is looked at until then, expired or not. */
function awaitingLook({ built, expiresAt }: OrderState, watch: WatchState, now: number): number {
  const named = watch.hintedAt !== undefined && now - watch.hintedAt < NAMED_FOR;
  const regular = now + (named ? NAMED_EVERY : interval(now - watch.heatedAt));
  if (built?.preSigned) return Math.min(regular, now + 15 * SECOND);
  return expiresAt > now ? Math.min(regular, expiresAt) : regular;
}

function finalityLook(order: OrderState, watch: WatchState, now: number): number | null {
  const { settlement } = order;
  if (!settlement || settlement.finalized) return lateLook(order, now);
  const first = settlement.at + FINALITY_DELAY;
  if (now < first) return first;
  return now + (watch.misses > 0 ? 20 * SECOND : interval(now - first + 4 * SECOND));
}

function lateLook({ status, expiresAt, built }: OrderState, now: number): number | null {
  const closed = status === "paid" || status === "refunded";
  const asked = built ? AFTER_EXPIRY : AFTER_EXPIRY_UNASKED;
  const ages = closed ? AFTER_CLOSING : asked;
  const age = ages.find((after) => expiresAt + after > now);
  return age === undefined ? null : expiresAt + age;
}

function interval(age: number): number {
  return AWAITING.find(([upTo]) => age < upTo)?.[1] ?? 8 * HOUR;
}

function backoff(failures: number): number {
  return failures === 0 ? 0 : Math.min(500 * 2 ** Math.min(failures, 10), LONGEST_BACKOFF);
}
