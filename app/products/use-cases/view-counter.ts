import type { DayViews, ProductViews, SourceViews } from "../../../db/products/product-views";
import type { Log } from "../../lib/log";
import { isHost, OTHER, type PageSource } from "../../lib/page-source";
import type { Clock } from "../../lib/ports";
import { DAY_MS } from "../../lib/time-zone";
import type { ViewCounter } from "../ports";

/** Between two writes of one isolate. */
export const VIEW_WRITE_INTERVAL_MS = 10_000;

/** Products, by day, whose views wait in memory: about 50 KB, and one statement of 30 KB. */
export const MAX_PENDING_VIEWS = 500;

/**
 * Named sources and referring hosts of one product and day that wait in memory: more than a seller's names
 * and the hosts that are kept, so that the write chooses by their views among what is made up.
 */
export const MAX_SOURCES_OF_PRODUCT = 100;
/** Of all products: about 100 KB. */
export const MAX_PENDING_SOURCES = 500;

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
  let pending = createPendingViews();
  /** Epoch ms of the first pending view; null without one. */
  let since: number | null = null;
  /** The views that a wait will write. */
  let scheduled: typeof pending | null = null;
  /** Epoch ms; after a failed write the next one waits for the interval. */
  let writesFrom = 0;
  let isWriting = false;

  async function write(): Promise<void> {
    if (isWriting || pending.isEmpty()) return;
    isWriting = true;
    const batch = pending.list();
    pending = createPendingViews();
    since = null;
    try {
      await productViews.add(batch);
    } catch (error) {
      log("views_unwritten", { error });
      for (const { productId, day, sources } of batch) {
        for (const { views, ...source } of sources) pending.add({ productId, day, views }, source);
      }
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
    record(productId, source, waitUntil) {
      const now = clock.now();
      since ??= now;
      pending.add({ productId, day: Math.floor(now / DAY_MS), views: 1 }, source);
      const isOverdue = now - since >= VIEW_WRITE_INTERVAL_MS;
      if ((isOverdue || pending.isFull()) && now >= writesFrom) waitUntil(write());
      else if (scheduled !== pending) waitUntil(writeLater());
    },
  };
}

interface PendingProduct extends Omit<DayViews, "sources"> {
  sources: Map<string, SourceViews>;
  /** Of the sources: those with a name or a host, which a request can make up. */
  free: number;
}

/** Sums of views that wait, by product, day and source. */
function createPendingViews() {
  const products = new Map<string, PendingProduct>();
  /** Sources with a name or a host. */
  let free = 0;

  /** The sum for a source: where there is no room for a name, its referrer's; for a host, that of others. */
  function sumOf(product: PendingProduct, { name, from }: PageSource): SourceViews {
    const key = `${name ?? ""} ${from}`;
    const known = product.sources.get(key);
    if (known) return known;
    const isFree = name !== null || isHost(from);
    if (isFree && (product.free >= MAX_SOURCES_OF_PRODUCT || free >= MAX_PENDING_SOURCES)) {
      return sumOf(product, { name: null, from: name === null ? OTHER : from });
    }
    if (isFree) {
      product.free += 1;
      free += 1;
    }
    const added = { name, from, views: 0 };
    product.sources.set(key, added);
    return added;
  }

  return {
    add({ productId, day, views }: Omit<DayViews, "sources">, source: PageSource): void {
      const key = `${day}/${productId}`;
      const known = products.get(key);
      if (!known && products.size >= MAX_PENDING_VIEWS) return;
      const product = known ?? { productId, day, views: 0, sources: new Map(), free: 0 };
      if (!known) products.set(key, product);
      product.views += views;
      sumOf(product, source).views += views;
    },
    isEmpty: () => products.size === 0,
    isFull: () => products.size >= MAX_PENDING_VIEWS || free >= MAX_PENDING_SOURCES,
    list: (): DayViews[] =>
      [...products.values()].map(({ free: _, sources, ...product }) => ({
        ...product,
        sources: [...sources.values()],
      })),
  };
}
