import type { Clock, Settings } from "../../lib/ports";
import { type Chain, ChainUnavailable, type FoundSignature } from "../../solana/chain";
import { accountKeysOf } from "../../solana/raw-transaction";
import type { PlatformSignatureCache } from "../ports";

interface Deps {
  settings: Pick<Settings, "platformWallet">;
  clock: Clock;
  chain: Pick<Chain, "signaturesFor" | "transaction">;
}

/** Signatures of one read. */
const SIGNATURES_PER_PAGE = 200;
/** Transactions fetched in one read: many times the sales between two reads. */
const MAX_FETCHED_PER_READ = 25;
/** By how much one node may be behind another. */
const MAX_NODE_LAG_MS = 25_000;
/** Age and number of the sales that are kept. */
const MAX_AGE_MS = 40 * 60_000;
const MAX_SALES = 5_000;

interface Sale {
  signature: string;
  /** Epoch ms. */
  readAt: number;
  keys: ReadonlySet<string>;
}

/**
 * Reads the history of the platform's address, which every built transaction names, for all
 * awaiting orders at once, so that the number of requests does not depend on the number of orders.
 * It is kept in memory only. Where it is incomplete the answer is null, and the caller searches by
 * the order's own key.
 */
export function createPlatformSignatureCache(deps: Deps): PlatformSignatureCache {
  /** Newest first. */
  let sales: Sale[] = [];
  /** Start of the complete history (epoch ms); null before the first read. */
  let since: number | null = null;
  /** The last read, and the last complete read. Epoch ms. */
  let readAt = 0;
  let completeAt = 0;
  let reading: Promise<void> | null = null;

  async function read(now: number): Promise<void> {
    readAt = now;
    // Overlaps with the read before: a node that was behind may list more now.
    const until = sales.find((sale) => sale.readAt <= completeAt - MAX_NODE_LAG_MS)?.signature;
    const search = {
      commitment: "confirmed",
      limit: SIGNATURES_PER_PAGE,
      ...(until ? { until } : {}),
    } as const;
    const rows = await deps.chain.signaturesFor(deps.settings.platformWallet, search);
    const seen = new Set(sales.map(({ signature }) => signature));
    const fresh = rows.filter(({ err, signature }) => err === null && !seen.has(signature));
    const gap =
      rows.length === SIGNATURES_PER_PAGE && !rows.some(({ signature }) => seen.has(signature));
    if (since === null || gap || fresh.length > MAX_FETCHED_PER_READ) return reset(rows, now);
    // Oldest first, so that an error leaves out the newest.
    for (const { signature } of fresh.reverse()) {
      const raw = await deps.chain.transaction(signature, "confirmed");
      if (!raw) return;
      sales.unshift({ signature, readAt: now, keys: new Set(accountKeysOf(raw)) });
    }
    completeAt = now;
    dropOld(now);
  }

  function reset(rows: FoundSignature[], now: number): void {
    sales = rows.map(({ signature }) => ({ signature, readAt: now, keys: new Set() }));
    since = now;
    completeAt = now;
  }

  function dropOld(now: number): void {
    for (;;) {
      const oldest = sales.at(-1);
      const over = sales.length > MAX_SALES || (oldest && oldest.readAt < now - MAX_AGE_MS);
      // The newest one stays: the next read ends at it.
      if (!oldest || !over || sales.length === 1) return;
      sales.pop();
      since = Math.max(since ?? 0, oldest.readAt);
    }
  }

  return {
    async signaturesFor(key, sinceAgoMs, staleMs) {
      const now = deps.clock.now();
      const covered = since !== null && now - sinceAgoMs >= since + MAX_NODE_LAG_MS;
      if (since !== null && !covered) return null;
      if (now - readAt > staleMs || since === null) {
        reading ??= read(now).finally(() => {
          reading = null;
        });
      }
      try {
        await reading;
      } catch (error) {
        if (error instanceof ChainUnavailable) return null;
        throw error;
      }
      // The read may have found a gap, or left something out.
      if (!covered || since === null || now - sinceAgoMs < since + MAX_NODE_LAG_MS) return null;
      if (completeAt < readAt) return null;
      return sales.filter(({ keys }) => keys.has(key)).map(({ signature }) => signature);
    },
  };
}
