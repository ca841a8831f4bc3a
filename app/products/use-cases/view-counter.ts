import type { DayViews, ProductViews } from "../../../db/products/product-views";
import type { Log } from "../../lib/log";
import type { Clock } from "../../lib/ports";
import { DAY_MS } from "../../lib/time-zone";
import type { ViewCounter } from "../ports";

/** Between two writes of one isolate. */
export const VIEW_WRITE_INTERVAL_MS = 10_000;

/** Products, by day, whose views wait in memory: about 50 KB, and one statement of 30 KB. */
export const MAX_PENDING_VIEWS = 500;

interface Deps {
  productViews: Pick<ProductViews, "add">;
  clock: Clock;
  log: Log;
  /** Resolves after so many ms. */
  wait(ms: number): Promise<unknown>;
}

/**
 * Adds up views in memory and writes their sums. The first view starts a wait, and its sums are
 * written after it. Where that wait was lost with its request, the next view after the interval
 * writes them; a full map is written at once. Views that can't be written are kept for the next
 * write; what exceeds the map is lost.
 */
export function createViewCounter({ productViews, clock, log, wait }: Deps): ViewCounter {
  let pending = new Map<string, DayViews>();
  /** Epoch ms of the first pending view; null without one. */
  let since: number | null = null;
  /** The map that a wait will write. */
  let scheduled: typeof pending | null = null;
  /** Epoch ms; after a failed write the next one waits for the interval. */
  let writesFrom = 0;
  let isWriting = false;

  function add({ productId, day, views }: DayViews): void {
    const key = `${day}/${productId}`;
    const known = pending.get(key);
    if (known) known.views += views;
    else if (pending.size < MAX_PENDING_VIEWS) pending.set(key, { productId, day, views });
  }

  async function write(): Promise<void> {
    if (isWriting || pending.size === 0) return;
    isWriting = true;
    const batch = [...pending.values()];
    pending = new Map();
    since = null;
    try {
      await productViews.add(batch);
    } catch (error) {
      log("views_unwritten", { error });
      for (const one of batch) add(one);
      since ??= clock.now();
      writesFrom = clock.now() + VIEW_WRITE_INTERVAL_MS;
    } finally {
      isWriting = false;
    }
  }

  async function writeLater(): Promise<void> {
    const waitedFor = pending;
    scheduled = waitedFor;
    await wait(VIEW_WRITE_INTERVAL_MS);
    if (pending === waitedFor) await write();
  }

  return {
    record(productId, waitUntil) {
      const now = clock.now();
      since ??= now;
      add({ productId, day: Math.floor(now / DAY_MS), views: 1 });
      const isOverdue = now - since >= VIEW_WRITE_INTERVAL_MS;
      const isDue = isOverdue || pending.size >= MAX_PENDING_VIEWS;
      if (isDue && now >= writesFrom) waitUntil(write());
      else if (scheduled !== pending) waitUntil(writeLater());
    },
  };
}
