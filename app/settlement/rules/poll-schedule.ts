import { assertNever } from "../../lib/assert-never";
import {
  canSettle,
  isOpen,
  type OrderState,
  OVERDUE_AFTER_MS,
  type WatchState,
} from "../../orders/rules/order-state";
import { ASSUMED_PACE, blockhashLifetimeMs } from "../../solana/pace";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Polling while a payment may land: [age of the last activity, interval] in ms. An abandoned
 * checkout costs about fifty polls.
 */
const AWAITING_INTERVALS_MS: readonly (readonly [age: number, every: number])[] = [
  [4 * SECOND_MS, 700],
  [10 * SECOND_MS, 1_200],
  [30 * SECOND_MS, 2 * SECOND_MS],
  [90 * SECOND_MS, 5 * SECOND_MS],
  [5 * MINUTE_MS, 15 * SECOND_MS],
  [30 * MINUTE_MS, 5 * MINUTE_MS],
  [Number.POSITIVE_INFINITY, 8 * HOUR_MS],
];

/** After a signature became known: it is confirmed soon, and its status is the cheapest request. */
const SUGGESTED_POLL_MS = 400;
const SUGGESTED_PHASE_MS = 5 * SECOND_MS;
/** Shortest interval before, where the buyer's page will report it: only a lost report needs these polls. */
const REPORTED_POLL_MS = 3 * SECOND_MS;

/** Orders of one buyer that poll fast: those that changed last. */
export const MAX_FAST_ORDERS_PER_BUYER = 5;
/** Shortest interval of the buyer's other orders. */
export const THROTTLED_POLL_MS = 15 * SECOND_MS;
/** The age from which an order polls at that interval anyway. */
const FAST_PHASE_MS = 90 * SECOND_MS;

/** Maximum age of a cached answer, as a share of the polling interval. */
const STALENESS_RATIO = 0.25;

/** Interval at which a co-signed transaction is sent again until it lands or can't. */
export const PUSH_INTERVAL_MS = 2 * SECOND_MS;

/** Polls after an unsigned transaction expired: a wallet may have renewed its blockhash. */
const POLLS_AFTER_LAPSE_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS];

/** Longest interval between polls while a built transaction can land or has just expired. */
const MAX_BUILT_INTERVAL_MS = 15 * SECOND_MS;

/** Polls of an expired order for late payments, as delays after its expiry. */
const POLLS_AFTER_EXPIRY_MS = [HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS, 7 * 24 * HOUR_MS];
const POLLS_AFTER_UNASKED_EXPIRY_MS = [24 * HOUR_MS];
/** The same for settled and refunded orders, to detect second payments. */
const POLLS_AFTER_CLOSING_MS = [HOUR_MS, 72 * HOUR_MS, 7 * 24 * HOUR_MS];

/** Shortest time between searches for a final order, even if its page is opened. */
export const FINAL_SEARCH_INTERVAL_MS = 10 * MINUTE_MS;

/** The last poll of a pending order comes this long before it expires. */
export const LAST_POLL_BEFORE_EXPIRY_MS = 10 * SECOND_MS;

/** Tolerance for the last poll of an order, which can run a little early. */
const EXPIRY_TOLERANCE_MS = 12 * SECOND_MS;

/** Between polls while one poll is not enough to verify all transactions. */
const BACKLOG_INTERVAL_MS = 500;

/** Longest random delay of a poll. */
const MAX_JITTER_MS = 5 * SECOND_MS;
/** The same where nothing can land any more but a late payment: many orders lapse or expire together. */
const MAX_TAIL_JITTER_MS = 5 * MINUTE_MS;

/** Longest pause after polls without an answer. */
const MAX_BACKOFF_MS = 2 * MINUTE_MS;

/**
 * Longest pause while a delivered payment is not final, however long the nodes can't tell. With jitter
 * and the further polls that a rollback takes, one is found within 30 s after they can.
 */
const MAX_FINALITY_PAUSE_MS = 12 * SECOND_MS;
/** Between the polls that have to miss a delivered payment before it is rolled back. */
const MISSING_POLL_MS = 4 * SECOND_MS;

/**
 * When to poll an order next (epoch ms), or null for never.
 * `jitter` in [0, 1) spreads the polls of many orders; it only ever delays, so that a poll that
 * is due at a deadline does not come before it.
 */
export function nextPollAt(
  order: OrderState,
  watch: WatchState,
  now: number,
  jitter: number,
): number | null {
  const unconfirmedMs = unconfirmedInterval(order, watch, now);
  const due = [
    plannedPollAt(order, watch, now),
    watch.unread ? now + BACKLOG_INTERVAL_MS : null,
    unconfirmedMs && now + unconfirmedMs,
    pageSearchAt(order, watch, now),
  ].filter((time) => time !== null);
  if (due.length === 0) return null;
  const at = Math.min(...due);
  const pauseMs = awaitsFinality(order) ? MAX_FINALITY_PAUSE_MS : unconfirmedMs;
  const maxBackoff = pauseMs ?? MAX_BACKOFF_MS;
  const wait = Math.max(at - now, backoff(watch.failures, maxBackoff), 0);
  return now + Math.round(wait + jitter * Math.min(wait * 0.2, maxJitter(order, now + wait)));
}

function maxJitter(order: OrderState, at: number): number {
  const isTail =
    order.status === "pending"
      ? // The last poll before the expiry is not delayed beyond it.
        at + MAX_TAIL_JITTER_MS < order.expiresAt - LAST_POLL_BEFORE_EXPIRY_MS
      : order.status !== "awaiting" && !awaitsFinality(order) && at > order.expiresAt;
  return isTail ? MAX_TAIL_JITTER_MS : MAX_JITTER_MS;
}

/** True while an awaiting order polls faster than the orders over its buyer's limit may. */
export function isPolledFast(
  { status }: Pick<OrderState, "status">,
  { lastActivityAt }: Pick<WatchState, "lastActivityAt">,
  now: number,
): boolean {
  return status === "awaiting" && now - lastActivityAt < FAST_PHASE_MS;
}

/** The watch state by which an order over its buyer's limit polls: without a fast phase. */
export function withoutFastPhase(watch: WatchState, now: number): WatchState {
  const { suggestedAt: _, ...rest } = watch;
  return { ...rest, lastActivityAt: Math.min(watch.lastActivityAt, now - FAST_PHASE_MS) };
}

/** Maximum age (ms) of an answer of the shared cache. */
export function staleness(
  { lastActivityAt }: Pick<WatchState, "lastActivityAt">,
  now: number,
): number {
  return Math.min(interval(now - lastActivityAt), 5 * MINUTE_MS) * STALENESS_RATIO;
}

/** True when the poll about to be made is the last one before the order expires. */
export function isExpiring({ expiresAt }: OrderState, now: number): boolean {
  return now >= expiresAt - EXPIRY_TOLERANCE_MS;
}

/**
 * Rounds for which transactions that are not read keep a unit of stock, or an order, beyond its time:
 * else whoever sends new ones keeps it for good.
 */
const MAX_UNREAD_ROUNDS = 5;

/** True where what is still unread counts no more. */
export function isReadEnough({ unreadRounds }: Pick<WatchState, "unreadRounds">): boolean {
  return (unreadRounds ?? 0) >= MAX_UNREAD_ROUNDS;
}

function plannedPollAt(order: OrderState, watch: WatchState, now: number): number | null {
  switch (order.status) {
    case "pending":
      return pendingPollAt(order, watch, now);
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
    case "refunded":
      return latePollAt(order, now);
    default:
      return assertNever(order.status);
  }
}

function pendingPollAt({ expiresAt }: OrderState, { lapsedAt }: WatchState, now: number): number {
  const last = Math.max(now, expiresAt - LAST_POLL_BEFORE_EXPIRY_MS);
  if (lapsedAt === undefined) return last;
  const delay = POLLS_AFTER_LAPSE_MS.find((after) => lapsedAt + after > now);
  return delay === undefined ? last : Math.min(lapsedAt + delay, last);
}

/** A built transaction expires within minutes; the order is polled until then, expired or not. */
function awaitingPollAt({ built, expiresAt }: OrderState, watch: WatchState, now: number): number {
  const suggested = watch.suggestedAt !== undefined && now - watch.suggestedAt < SUGGESTED_PHASE_MS;
  const every = interval(now - watch.lastActivityAt);
  const unsuggested = watch.isReported ? Math.max(every, REPORTED_POLL_MS) : every;
  const regular = now + (suggested ? SUGGESTED_POLL_MS : unsuggested);
  if (built?.form === "cosigned") return Math.min(regular, now + PUSH_INTERVAL_MS);
  if (built) return Math.min(regular, now + MAX_BUILT_INTERVAL_MS);
  return expiresAt > now ? Math.min(regular, expiresAt) : regular;
}

function finalityPollAt(order: OrderState, watch: WatchState, now: number): number | null {
  const { settlement } = order;
  if (!settlement || !awaitsFinality(order)) return latePollAt(order, now);
  const first = settlement.at + finalityDelayMs(watch);
  if (now < first) return first;
  const every = watch.missedPolls > 0 ? MISSING_POLL_MS : interval(now - first + 4 * SECOND_MS);
  return now + Math.min(every, MAX_FINALITY_PAUSE_MS);
}

function awaitsFinality({ status, settlement }: OrderState): boolean {
  return status === "paid" && settlement !== null && !settlement.finalized;
}

/**
 * When the sweep polls an order whose own object is late for its next poll (epoch ms); null where none is
 * due. Of a final order it is after the last one, so that the polls before it write nothing.
 */
export function overdueAt(
  order: OrderState,
  { unread }: Pick<WatchState, "unread">,
  next: number | null,
): number | null {
  if (next === null) return null;
  const isFinal = !canSettle(order.status) && !awaitsFinality(order) && !unread;
  return Math.max(next + OVERDUE_AFTER_MS, isFinal ? finalOverdueAt(order) : 0);
}

/** The same of an order that has just become final. */
export function finalOverdueAt({ expiresAt }: Pick<OrderState, "expiresAt">): number {
  return expiresAt + Math.max(...POLLS_AFTER_CLOSING_MS) + MAX_TAIL_JITTER_MS + OVERDUE_AFTER_MS;
}

function latePollAt({ status, expiresAt, built }: OrderState, now: number): number | null {
  const afterExpiry = built ? POLLS_AFTER_EXPIRY_MS : POLLS_AFTER_UNASKED_EXPIRY_MS;
  const delays = canSettle(status) ? afterExpiry : POLLS_AFTER_CLOSING_MS;
  const delay = delays.find((after) => expiresAt + after > now);
  return delay === undefined ? null : expiresAt + delay;
}

function interval(age: number): number {
  return AWAITING_INTERVALS_MS.find(([upTo]) => age < upTo)?.[1] ?? 8 * HOUR_MS;
}

function backoff(failures: number, maxMs: number): number {
  return failures === 0 ? 0 : Math.min(500 * 2 ** Math.min(failures, 10), maxMs);
}

/**
 * Polling while one node alone has a payment: [time since the first such poll, interval] in ms. With
 * jitter the sale is written within 5 s after another node has it; later only a node that is down or
 * lies can be the cause.
 */
const UNCONFIRMED_INTERVALS_MS: readonly (readonly [age: number, every: number])[] = [
  [90 * SECOND_MS, 2 * SECOND_MS],
  [10 * MINUTE_MS, 3 * SECOND_MS],
  [Number.POSITIVE_INFINITY, 15 * SECOND_MS],
];

/** Interval of polls while one node alone has a payment; null where none does. */
function unconfirmedInterval(
  { status }: OrderState,
  { unconfirmedSince }: WatchState,
  now: number,
): number | null {
  if (unconfirmedSince === undefined || !canSettle(status)) return null;
  const age = now - unconfirmedSince;
  return UNCONFIRMED_INTERVALS_MS.find(([upTo]) => age < upTo)?.[1] ?? null;
}

/**
 * While a page of an open order is open, its own key is searched in this interval: a payment made by
 * hand may not name the platform, and is seen within a minute.
 */
export const PAGE_SEARCH_INTERVAL_MS = 45 * SECOND_MS;
/** Nobody pays by hand any more so long after the page was opened or shown again. */
const PAGE_SEARCHES_FOR_MS = 15 * MINUTE_MS;
/** Shortest time between polls for such a search, where the shared budget refuses it. */
const PAGE_SEARCH_RETRY_MS = 15 * SECOND_MS;

/** True while a page of the open order is open, and opened or shown again not long ago. */
export function isFollowedByPage(
  { status }: Pick<OrderState, "status">,
  { pageOpenedAt }: Pick<WatchState, "pageOpenedAt">,
  now: number,
): boolean {
  return isOpen(status) && pageOpenedAt !== undefined && now - pageOpenedAt < PAGE_SEARCHES_FOR_MS;
}

/** When the order's own key is searched for an open page (epoch ms); null where it is not. */
function pageSearchAt(order: OrderState, watch: WatchState, now: number): number | null {
  const { pageOpenedAt, ownSearchAt } = watch;
  if (pageOpenedAt === undefined || !isFollowedByPage(order, watch, now)) return null;
  const at = (ownSearchAt ?? pageOpenedAt) + PAGE_SEARCH_INTERVAL_MS;
  return at > now ? at : now + PAGE_SEARCH_RETRY_MS;
}

/**
 * Slots after which a block is final, with some to spare. Nothing waits for it but the note in the
 * record, and a cluster may be final sooner.
 */
const FINALITY_SLOTS = 35;

/**
 * True when the built transaction may have expired, so that the chain is asked. One with a build time
 * in the future was built before this clock was set back.
 */
export function mayHaveExpired(
  { status, built }: OrderState,
  { pace = ASSUMED_PACE }: Pick<WatchState, "pace">,
  now: number,
): boolean {
  if (status !== "awaiting" || !built) return false;
  return now >= built.at + blockhashLifetimeMs(pace) || now < built.at;
}

/** Until then no cluster has let a transaction expire, or a fork drop it for good. */
const MIN_LIFETIME_MS = 12_000;

/** True where what comes next depends on how fast the chain goes. Most sales are over before. */
export function needsPace(
  { status, built, settlement }: OrderState,
  { missedPolls }: Pick<WatchState, "missedPolls">,
  now: number,
): boolean {
  if (status === "awaiting" && built) return now >= built.at + MIN_LIFETIME_MS || now < built.at;
  return settlement !== null && !settlement.finalized && missedPolls > 0;
}

/**
 * Time (ms) for which a settled transaction must be missing before it counts as rolled back: until its
 * blockhash has expired, it may land again.
 */
export function rolledBackAfterMs({ pace = ASSUMED_PACE }: Pick<WatchState, "pace">): number {
  return 2 * blockhashLifetimeMs(pace);
}

/** Time (ms) after which a settled transaction is final as a rule. */
export function finalityDelayMs({ pace = ASSUMED_PACE }: Pick<WatchState, "pace">): number {
  return FINALITY_SLOTS * pace.slotMs;
}
