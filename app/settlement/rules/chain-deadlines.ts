import type { OrderState, WatchState } from "../../orders/rules/order-state";
import { ASSUMED_PACE, blockhashLifetimeMs } from "../../solana/pace";

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
