/**
 * Where a walk through the transactions of an address is. It goes from the newest finalized one
 * back to where the walk before began, some at a time, so that each is looked at once.
 */
export interface SignatureBackfill {
  /** Everything up to this one was seen by an earlier walk; null before the first has ended. */
  until: Cursor | null;
  /** The first of the walk under way, and the last one that was dealt with; null between walks. */
  head: Cursor | null;
  before: Cursor | null;
}

/** A finalized transaction, and the slot that a node must have reached to know it. */
export interface Cursor {
  signature: string;
  slot: number;
}

/** A walk that has seen nothing yet. */
export const EMPTY_BACKFILL: SignatureBackfill = { until: null, head: null, before: null };

/** A walk that has not begun leaves out what lies above this one; without one it begins on top. */
export function startBelow(backfill: SignatureBackfill, row: Cursor | null): SignatureBackfill {
  if (backfill.head || !row) return backfill;
  return { until: backfill.until, head: toCursor(row), before: toCursor(row) };
}

/**
 * Which part of the history comes next. A node that has not come as far as the spots it is given
 * would answer 'nothing' where there is something: the slot keeps it from answering.
 */
export function nextPage({ until, before }: SignatureBackfill): {
  before?: string;
  until?: string;
  minContextSlot?: number;
} {
  const slot = Math.max(before?.slot ?? 0, until?.slot ?? 0);
  return {
    ...(before ? { before: before.signature } : {}),
    ...(until ? { until: until.signature } : {}),
    ...(slot > 0 ? { minContextSlot: slot } : {}),
  };
}

/**
 * The walk after some rows of a part were dealt with, newest first, without a gap. `bottom` says
 * that they end where the walk before began.
 */
export function advance(
  backfill: SignatureBackfill,
  processed: readonly Cursor[],
  bottom: boolean,
): SignatureBackfill {
  const head = backfill.head ?? toCursor(processed[0]);
  if (bottom) return { until: head ?? backfill.until, head: null, before: null };
  return { until: backfill.until, head, before: toCursor(processed.at(-1)) ?? backfill.before };
}

function toCursor(row: Cursor | null | undefined): Cursor | null {
  return row ? { signature: row.signature, slot: row.slot } : null;
}
