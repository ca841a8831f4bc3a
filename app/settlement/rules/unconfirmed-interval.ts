import { canSettle, type OrderState, type WatchState } from "../../orders/rules/order-state";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

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
export function unconfirmedInterval(
  { status }: OrderState,
  { unconfirmedSince }: WatchState,
  now: number,
): number | null {
  if (unconfirmedSince === undefined || !canSettle(status)) return null;
  const age = now - unconfirmedSince;
  return UNCONFIRMED_INTERVALS_MS.find(([upTo]) => age < upTo)?.[1] ?? null;
}
