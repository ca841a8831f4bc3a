import { outcomeOf } from "./transaction-outcome";

/**
 * Progress of a backfill through the transactions of an address, page by page: from the newest
 * finalized one back to the start of the previous backfill, so that each is read once.
 */
export interface SignatureBackfill {
  /** Earlier backfills have read everything up to this one; null before the first has ended. */
  until: Cursor | null;
  /** The first transaction of the current backfill that has run; null where none is known yet. */
  head: Cursor | null;
  /** The last one that the current backfill has processed; null between backfills. */
  before: Cursor | null;
}

/** A finalized transaction and its slot. */
export interface Cursor {
  signature: string;
  slot: number;
}

export const EMPTY_BACKFILL: SignatureBackfill = { until: null, head: null, before: null };

/** Starts a backfill that has not begun below `row`; null starts with the newest transaction. */
export function startBelow(backfill: SignatureBackfill, row: Cursor | null): SignatureBackfill {
  if (backfill.before || !row) return backfill;
  return { until: backfill.until, head: toCursor(row), before: toCursor(row) };
}

/**
 * The search parameters of the next page. `minContextSlot` excludes nodes that have not reached the
 * cursors: they would return an empty page.
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
 * The backfill after rows of a page were processed, newest first, without a gap. `bottom` is true
 * where they reach the start of the previous backfill. A transaction that was not run is no start: it may
 * stand in a later block as well, and hide what came between.
 */
export function advance(
  backfill: SignatureBackfill,
  processed: readonly (Cursor & { err: unknown })[],
  bottom: boolean,
): SignatureBackfill {
  const head = backfill.head ?? toCursor(processed.find(({ err }) => outcomeOf(err) !== "not_run"));
  if (bottom) return { until: head ?? backfill.until, head: null, before: null };
  return { until: backfill.until, head, before: toCursor(processed.at(-1)) ?? backfill.before };
}

function toCursor(row: Cursor | null | undefined): Cursor | null {
  return row ? { signature: row.signature, slot: row.slot } : null;
}
