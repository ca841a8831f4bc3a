import type { Clock, Settings } from "../../lib/ports";
import { type Chain, ChainUnavailable, type FoundSignature } from "../../solana/chain";
import type { RawTransaction } from "../../solana/raw-transaction";
import type { PlatformSignatureCache } from "../ports";

interface Deps {
  settings: Pick<Settings, "platformWallet">;
  clock: Clock;
  chain: Pick<Chain, "signaturesFor" | "transaction">;
}

/** Signatures that one reading gets. */
const SIGNATURES_PER_PAGE = 200;
/** Transactions fetched in one reading: many times what is sold between two of them. */
const AT_MOST = 25;
/** By how much a node may be behind (ms): what it knows now, another one knew by then. */
const LAG = 25_000;
/** How long sales are remembered (ms), and how many. */
const KEPT_FOR = 40 * 60_000;
const KEPT = 5_000;

interface Sale {
  signature: string;
  /** Epoch ms. */
  readAt: number;
  keys: ReadonlySet<string>;
}

/**
 * Reads the platform's address, which every transaction of ours names, for all orders that wait at
 * once: a thousand of them cost what ten do. It remembers in memory alone, and says when it can't
 * tell; whoever asked then searches by its own key.
 */
export function createPlatformSignatureCache(deps: Deps): PlatformSignatureCache {
  /** Newest first. */
  let sales: Sale[] = [];
  /** Nothing was missed from then on (epoch ms); null before the first reading. */
  let since: number | null = null;
  /** The last reading, and the last one that left nothing out. Epoch ms. */
  let readAt = 0;
  let completeAt = 0;
  let reading: Promise<void> | null = null;

  async function read(now: number): Promise<void> {
    readAt = now;
    // Some of what is known is read again: a node that is behind adds to it later.
    const until = sales.find((sale) => sale.readAt <= completeAt - LAG)?.signature;
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
    if (since === null || gap || fresh.length > AT_MOST) return startAnew(rows, now);
    // Oldest first, so that what is left out after a fault is the newest.
    for (const { signature } of fresh.reverse()) {
      const raw = await deps.chain.transaction(signature, "confirmed");
      if (!raw) return;
      sales.unshift({ signature, readAt: now, keys: keysOf(raw) });
    }
    completeAt = now;
    forgetOld(now);
  }

  function startAnew(rows: FoundSignature[], now: number): void {
    sales = rows.map(({ signature }) => ({ signature, readAt: now, keys: new Set() }));
    since = now;
    completeAt = now;
  }

  function forgetOld(now: number): void {
    for (;;) {
      const oldest = sales.at(-1);
      const over = sales.length > KEPT || (oldest && oldest.readAt < now - KEPT_FOR);
      // The newest one stays: the next reading ends at it.
      if (!oldest || !over || sales.length === 1) return;
      sales.pop();
      since = Math.max(since ?? 0, oldest.readAt);
    }
  }

  return {
    async signaturesFor(key, sinceAgoMs, staleMs) {
      const now = deps.clock.now();
      const covered = since !== null && now - sinceAgoMs >= since + LAG;
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
      // The reading may have found a gap, or left something out.
      if (!covered || since === null || now - sinceAgoMs < since + LAG) return null;
      if (completeAt < readAt) return null;
      return sales.filter(({ keys }) => keys.has(key)).map(({ signature }) => signature);
    },
  };
}

function keysOf({ meta, transaction }: RawTransaction): Set<string> {
  const { writable = [], readonly = [] } = meta?.loadedAddresses ?? {};
  return new Set([...transaction.message.accountKeys, ...writable, ...readonly]);
}
