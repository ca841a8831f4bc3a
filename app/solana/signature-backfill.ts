/**
 * Where a walk through the transactions of an address is. It goes from the newest finalized one
 * back to where the walk before began, some at a time, so that each is looked at once.
 */
export interface HistoryWalk {
  /** Everything up to this one was seen by an earlier walk; null before the first has ended. */
  seen: Spot | null;
  /** The first of the walk under way, and the last one that was dealt with; null between walks. */
  top: Spot | null;
  at: Spot | null;
}

/** A finalized transaction, and the slot that a node must have reached to know it. */
export interface Spot {
  signature: string;
  slot: number;
}

/** A walk that has seen nothing yet. */
export const FRESH_WALK: HistoryWalk = { seen: null, top: null, at: null };

/** A walk that has not begun leaves out what lies above this one; without one it begins on top. */
export function beginBelow(walk: HistoryWalk, row: Spot | null): HistoryWalk {
  if (walk.top || !row) return walk;
  return { seen: walk.seen, top: spotOf(row), at: spotOf(row) };
}

/**
 * Which part of the history comes next. A node that has not come as far as the spots it is given
 * would answer 'nothing' where there is something: the slot keeps it from answering.
 */
export function nextPart({ seen, at }: HistoryWalk): {
  before?: string;
  until?: string;
  minContextSlot?: number;
} {
  const slot = Math.max(at?.slot ?? 0, seen?.slot ?? 0);
  return {
    ...(at ? { before: at.signature } : {}),
    ...(seen ? { until: seen.signature } : {}),
    ...(slot > 0 ? { minContextSlot: slot } : {}),
  };
}

/**
 * The walk after some rows of a part were dealt with, newest first, without a gap. `bottom` says
 * that they end where the walk before began.
 */
export function advance(
  walk: HistoryWalk,
  dealtWith: readonly Spot[],
  bottom: boolean,
): HistoryWalk {
  const top = walk.top ?? spotOf(dealtWith[0]);
  if (bottom) return { seen: top ?? walk.seen, top: null, at: null };
  return { seen: walk.seen, top, at: spotOf(dealtWith.at(-1)) ?? walk.at };
}

function spotOf(row: Spot | null | undefined): Spot | null {
  return row ? { signature: row.signature, slot: row.slot } : null;
}
