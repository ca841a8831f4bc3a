/**
 * Progress of a backfill through the transactions of an address: from the newest finalized one back to
 * where the previous backfill began, page by page, so that each is read once.
 */
export interface SignatureBackfill {
  /** Everything up to this one was read by an earlier backfill; null before the first has ended. */
  until: Cursor | null;
  /** The first of the backfill under way, and the last one that was processed; null between backfills. */
  head: Cursor | null;
  before: Cursor | null;
}

/** A finalized transaction, and the slot that a node must have reached to know it. */
export interface Cursor {
  signature: string;
  slot: number;
}

/** A backfill that has read nothing yet. */
export const EMPTY_BACKFILL: SignatureBackfill = { until: null, head: null, before: null };

/** Has a backfill that has not begun skip what is newer than this row; without a row it begins with the newest. */
export function startBelow(backfill: SignatureBackfill, row: Cursor | null): SignatureBackfill {
  if (backfill.head || !row) return backfill;
  return { until: backfill.until, head: toCursor(row), before: toCursor(row) };
}

/**
 * The search for the next page. A node that has not reached the slots of the cursors
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
 * The backfill after some rows of a page were processed, newest first, without a gap. `bottom` says
 * that they end where the previous backfill began.
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
