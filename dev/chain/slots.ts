import type { Commitment } from "./types";

/** The slot of genesis, finalized from the start. Above 0, so that a check for truth can't miss it. */
export const FIRST_SLOT = 100;
/** Slots without a block before the first one: slot and block height differ, as on a cluster. */
const SKIPPED_SLOTS = 60;
export const SLOTS_PER_EPOCH = 432_000;

export interface SlotOptions {
  /** Milliseconds a slot lasts. */
  readonly slotMs: number;
  /** Slots advance only by `advance`. */
  readonly manual: boolean;
  /** Slots after which a block counts as confirmed. */
  readonly confirmedAfter: number;
  /** Slots after which a block counts as finalized. */
  readonly finalizedAfter: number;
}

/** The current slot, and the newest slot of each commitment. */
export interface SlotView {
  readonly tip: number;
  /** The newest slot that has reached `commitment`, seen by a node that is `lag` slots behind. */
  at(commitment: Commitment, lag?: number): number;
}

/** Slots by a timer. */
export class Slots implements SlotView {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: SlotOptions,
    private slot: number,
    private readonly onSlot: (slot: number) => void,
  ) {}

  get tip(): number {
    return this.slot;
  }

  at(commitment: Commitment, lag = 0): number {
    const behind = {
      processed: 0,
      confirmed: this.options.confirmedAfter,
      finalized: this.options.finalizedAfter,
    }[commitment];
    return Math.max(FIRST_SLOT, this.slot - behind - lag);
  }

  start(): void {
    if (this.options.manual || this.timer) return;
    this.timer = setInterval(() => this.advance(1), this.options.slotMs);
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  advance(count: number): void {
    this.slot += count;
    this.onSlot(this.slot);
  }
}

/** Blocks before and including the one of `slot`. */
export function blockHeight(slot: number): number {
  return slot - SKIPPED_SLOTS;
}

export function epochOf(slot: number): number {
  return Math.floor(slot / SLOTS_PER_EPOCH);
}
