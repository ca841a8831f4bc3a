/** How fast the chain goes, as its nodes say. */
export interface Pace {
  /** Milliseconds of a slot by the slower of the nodes that were asked. */
  slotMs: number;
  /** The same by the faster one. */
  minSlotMs: number;
  /** Blocks for which a new blockhash is valid. */
  blockhashBlocks: number;
}

/**
 * What is believed of a node. Clusters go from 400 ms towards 200 ms a slot (SIMD-0525), Alpenglow
 * may go below, and a congested one is slower. A node that lies can move no time further than this.
 */
const BOUNDS = {
  slotMs: { min: 100, max: 600 },
  blockhashBlocks: { min: 100, max: 300 },
} as const;

/** Until a node has said it: the slowest slot that was ever planned, so that nothing ends too early. */
export const ASSUMED_PACE: Pace = { slotMs: 400, minSlotMs: 400, blockhashBlocks: 150 };

/**
 * The pace by what several nodes say: the medians, and where two differ, for each figure both. An
 * empty list leaves the figure of `known`.
 *
 * @param slotMs a figure of each node that has one
 * @param blockhashBlocks likewise
 */
export function paceOf(slotMs: number[], blockhashBlocks: number[], known: Pace): Pace {
  const slots = slotMs.map((ms) => clamp(ms, BOUNDS.slotMs));
  const blocks = blockhashBlocks.map((count) => clamp(count, BOUNDS.blockhashBlocks));
  return {
    slotMs: upperMedian(slots) ?? known.slotMs,
    minSlotMs: lowerMedian(slots) ?? known.minSlotMs,
    blockhashBlocks: upperMedian(blocks) ?? known.blockhashBlocks,
  };
}

/** Blocks that take at least `ms`, by the faster node. */
export function blocksIn(ms: number, { minSlotMs }: Pace): number {
  return Math.ceil(ms / minSlotMs);
}

/** Longest time (ms) that a new blockhash is valid, by the slower node. */
export function blockhashLifetimeMs({ slotMs, blockhashBlocks }: Pace): number {
  return slotMs * blockhashBlocks;
}

/** The middle one; of an even number the greater of the two in the middle. */
export function upperMedian<T extends number | bigint>(values: readonly T[]): T | undefined {
  return sorted(values)[Math.floor(values.length / 2)];
}

function lowerMedian(values: readonly number[]): number | undefined {
  return sorted(values)[Math.floor((values.length - 1) / 2)];
}

function sorted<T extends number | bigint>(values: readonly T[]): T[] {
  return [...values].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
}

function clamp(value: number, { min, max }: { min: number; max: number }): number {
  return Math.min(Math.max(value, min), max);
}
