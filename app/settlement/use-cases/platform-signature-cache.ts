import type { Clock, Settings } from "../../lib/ports";
import { createTokenBucket } from "../../lib/token-bucket";
import { type Chain, ChainUnavailable, type FoundSignature } from "../../solana/chain";
import { accountKeysOf, hasStaticEffect, type RawTransaction } from "../../solana/raw-transaction";
import type { CachedSignatures, SignatureCache } from "../ports";
import {
  MIN_UNMATCHED_LAMPORTS,
  possibleReferences,
  unmatchedPayment,
} from "../rules/unmatched-payment";

interface Deps {
  settings: Pick<Settings, "platformWallet">;
  clock: Clock;
  chain: Pick<Chain, "signaturesFor" | "transaction" | "finalizedTip">;
}

/** A transaction that names the platform, as the cache knows it. */
interface CachedTransaction {
  signature: string;
  slot: number;
  /** Start of the listing that found it. Epoch ms. */
  readAt: number;
  /** Null until it is fetched. */
  keys: ReadonlySet<string> | null;
  /**
   * Keys that can be references; null where it is not fetched, is recorded without an order, or where its
   * signed bytes do not tell.
   */
  references: string[] | null;
  /** Number of failed fetches. */
  failures: number;
  /** Not fetched before. Epoch ms. */
  fetchAt: number;
}

/** A reading of the address from its newest transaction to those known before; may take several reads. */
interface Listing {
  /** Epoch ms. */
  startedAt: number;
  until: string | undefined;
  /** The lowest row read so far. */
  lowest: FoundSignature | undefined;
  rowCount: number;
}

const SIGNATURES_PER_PAGE = 200;
/** A payment has one reference. Transactions with more possible ones are fetched by each sweep. */
const MAX_CACHED_REFERENCES = 3;
/** Pages listed in one read; the next read continues below them. */
const MAX_PAGES_PER_READ = 3;
/**
 * Transactions fetched in one read, and per second over time: many times the sales of a shop, and a
 * bound on what transactions of strangers cost. The rest is fetched by later reads, newest first.
 */
const FETCHES = { capacity: 25, perSecond: 5 };
const PARALLEL_FETCHES = 5;
/** Failed fetches with which a read ends. */
const MAX_FAILURES_PER_READ = 5;
/** Pauses before a transaction that no node returned is fetched again; after the last it is given up. */
const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 15_000, 60_000, 300_000];
/** Searches by their own keys of all waiting orders together, while the cache can't answer. */
export const OWN_SEARCHES = { capacity: 20, perSecond: 1 };
/** Of these, as many are left to orders that accept no answer older than `URGENT_STALE_MS`. */
const RESERVED_OWN_SEARCHES = 10;
/** Orders ask for this or less in the first 90 s after their last activity. */
const URGENT_STALE_MS = 1_250;
/** By how much one node may be behind another. */
const MAX_NODE_LAG_MS = 25_000;
/** Age and number of the transactions that are kept. */
const MAX_AGE_MS = 40 * 60_000;
const MAX_TRANSACTIONS = 5_000;
const MAX_LEARNED = 500;

/**
 * Reads the history of the platform's address, which every built transaction names, for all
 * awaiting orders at once, so that the number of requests does not depend on the number of orders.
 * It is kept in memory only. Where it is incomplete the caller may search by the order's own key,
 * within a budget that all orders share.
 */
export function createPlatformSignatureCache(deps: Deps): SignatureCache {
  const fetches = createTokenBucket(FETCHES);
  const ownSearches = createTokenBucket(OWN_SEARCHES);
  const askers = createSoleAsker();
  /** Accounts of transactions that the sweep has fetched, the newest last. */
  const learned = new Map<string, string[]>();
  /** Newest first. */
  let transactions: CachedTransaction[] = [];
  /** Start of the listed history (epoch ms); null before the first read. */
  let since: number | null = null;
  /** Start of the last read, and of the last listing that is complete. Epoch ms. */
  let readAt = 0;
  let listedAt = 0;
  let listing: Listing | null = null;
  let isUnanswered = false;
  let reading: Promise<void> | null = null;

  async function read(now: number): Promise<void> {
    readAt = now;
    try {
      await list(now);
      isUnanswered = false;
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      isUnanswered = true;
      return;
    }
    await fetchKeys(now);
    dropOld(now);
  }

  async function list(now: number): Promise<void> {
    for (let page = 0; page < MAX_PAGES_PER_READ; page++) {
      listing ??= startListing(now);
      const { startedAt } = listing;
      if (!(await listPage(listing))) continue;
      listedAt = startedAt;
      since ??= startedAt;
      listing = null;
      // One that an earlier read began does not have the newest.
      if (startedAt === now) return;
    }
  }

  function startListing(startedAt: number): Listing {
    // Overlaps with the listing before: a node that was behind may list more now.
    const overlap = transactions.find((one) => one.readAt <= listedAt - MAX_NODE_LAG_MS);
    return { startedAt, until: overlap?.signature, lowest: undefined, rowCount: 0 };
  }

  /** True where the listing is complete. */
  async function listPage(current: Listing): Promise<boolean> {
    const { startedAt, until, lowest } = current;
    const rows = await deps.chain.signaturesFor(deps.settings.platformWallet, {
      commitment: "confirmed",
      limit: SIGNATURES_PER_PAGE,
      ...(until ? { until } : {}),
      // A node that is behind would return an empty page.
      ...(lowest ? { before: lowest.signature, minContextSlot: lowest.slot } : {}),
    });
    const known = new Map(transactions.map((one) => [one.signature, one]));
    const reachesKnown = rows.some(({ signature }) => {
      return (known.get(signature)?.readAt ?? startedAt) < startedAt;
    });
    const fresh = rows.filter(({ err, signature }) => err === null && !known.has(signature));
    if (fresh.length > 0) {
      const keys = since === null ? new Set<string>() : null;
      const added = fresh.map(({ signature, slot }): CachedTransaction => {
        const state = { keys, references: null, failures: 0, fetchAt: 0 };
        return { signature, slot, readAt: startedAt, ...state };
      });
      transactions = [...added, ...transactions].sort((a, b) => b.slot - a.slot);
    }
    current.lowest = rows.at(-1);
    current.rowCount += rows.length;
    if (current.rowCount >= MAX_TRANSACTIONS) {
      since = startedAt;
      return true;
    }
    return since === null || reachesKnown || rows.length < SIGNATURES_PER_PAGE;
  }

  async function fetchKeys(now: number): Promise<void> {
    const due = transactions.filter(({ keys, fetchAt }) => keys === null && fetchAt <= now);
    let failures = 0;
    while (due.length > 0 && failures < MAX_FAILURES_PER_READ) {
      const some = due.splice(0, PARALLEL_FETCHES).filter(() => fetches.take(now));
      if (some.length === 0) return;
      const fetched = await Promise.all(some.map((one) => fetchOne(one, now)));
      failures += fetched.filter((isFetched) => !isFetched).length;
    }
  }

  /** False where no node returned it. An error concerns this transaction only. */
  async function fetchOne(one: CachedTransaction, now: number): Promise<boolean> {
    const accounts = learned.get(one.signature);
    if (accounts) {
      one.keys = new Set(accounts);
      return true;
    }
    try {
      const raw = await deps.chain.transaction(one.signature, "confirmed");
      if (raw) {
        one.keys = new Set(accountKeysOf(raw));
        one.references = signedReferences(deps.settings.platformWallet, raw);
        return true;
      }
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
    }
    one.fetchAt = now + (RETRY_DELAYS_MS[one.failures++] ?? Number.POSITIVE_INFINITY);
    return false;
  }

  function dropOld(now: number): void {
    for (;;) {
      const oldest = transactions.at(-1);
      const over =
        transactions.length > MAX_TRANSACTIONS || (oldest && oldest.readAt < now - MAX_AGE_MS);
      // The newest one stays: the next listing ends at it.
      if (!oldest || !over || transactions.length === 1) return;
      transactions.pop();
      since = Math.max(since ?? 0, oldest.readAt);
    }
  }

  function isCovered(from: number): boolean {
    return since !== null && from >= since + MAX_NODE_LAG_MS;
  }

  /**
   * True where every readable transaction since `from` is known by its keys. One that no node returns
   * hides only itself.
   */
  function isComplete(from: number): boolean {
    if (!isCovered(from) || listedAt < readAt) return false;
    return !transactions.some((one) => {
      return one.keys === null && one.failures === 0 && one.readAt > from - MAX_NODE_LAG_MS;
    });
  }

  function maySearch(now: number, staleMs: number): boolean {
    return ownSearches.take(now, staleMs <= URGENT_STALE_MS ? 0 : RESERVED_OWN_SEARCHES);
  }

  return {
    finalizedHeight: createSharedHeight(deps),

    async signaturesFor(key, sinceAgoMs, staleMs): Promise<CachedSignatures> {
      const now = deps.clock.now();
      const from = now - sinceAgoMs;
      // The clock was set back.
      if (now < readAt - MAX_NODE_LAG_MS)
        [since, readAt, listedAt, transactions] = [null, 0, 0, []];
      // For one order alone a reading saves nothing, and it takes a while to cover anything.
      const isShared = askers.isShared(key, now);
      const isUseless = since === null ? !isShared : !isCovered(from);
      if (isUseless && maySearch(now, staleMs)) {
        return { signatures: [], coverage: "partial", maySearch: true };
      }
      if (now - readAt > staleMs || since === null) {
        reading ??= read(now).finally(() => {
          reading = null;
        });
      }
      await reading;
      const signatures = transactions
        .filter(({ keys }) => keys?.has(key))
        .map(({ signature }) => signature);
      if (!isUnanswered && isComplete(from)) {
        return { signatures, coverage: "complete", maySearch: false };
      }
      const coverage = isUnanswered ? "unanswered" : "partial";
      return { signatures, coverage, maySearch: maySearch(now, staleMs) };
    },

    async learn(fetched) {
      for (const { signature, accounts } of fetched) learned.set(signature, accounts);
      for (const [old] of [...learned].slice(0, -MAX_LEARNED)) learned.delete(old);
    },

    async strangers(signatures) {
      const known = new Map(transactions.map((one) => [one.signature, one]));
      return signatures.map((signature) => {
        const { keys, references } = known.get(signature) ?? {};
        return keys && references ? { accounts: [...keys], references } : null;
      });
    },
  };
}

/**
 * Keys of a transaction that can be references, by its signed bytes alone: one node that lies about what it
 * moved would hide a payment of a lost order. Null where the bytes do not tell, or where it is recorded
 * without an order.
 */
function signedReferences(platform: string, raw: RawTransaction): string[] | null {
  const signed = { ...raw, meta: { err: null } };
  if (!hasStaticEffect(signed)) return null;
  const [signature = ""] = raw.transaction.signatures;
  const unmatched = unmatchedPayment(platform, signature, signed, new Set());
  if (unmatched !== null && unmatched.lamports >= MIN_UNMATCHED_LAMPORTS) return null;
  const references = possibleReferences(platform, signed);
  return references.length > MAX_CACHED_REFERENCES ? null : references;
}

/** The height is read again after this time. */
const HEIGHT_STALE_MS = 5_000;

/**
 * Reads the finalized block height for all waiting orders at once, so that their expiry costs no call of
 * their own. Null while the network does not answer.
 */
function createSharedHeight({ clock, chain }: Deps): () => Promise<number | null> {
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<number | null> = Promise.resolve(null);

  async function read(): Promise<number | null> {
    try {
      return (await chain.finalizedTip()).blockHeight;
    } catch (error) {
      if (error instanceof ChainUnavailable) return null;
      throw error;
    }
  }

  return () => {
    const now = clock.now();
    const age = now - readAt;
    if (age < 0 || age >= HEIGHT_STALE_MS) {
      readAt = now;
      reading = read();
    }
    return reading;
  };
}

/** An order asks alone while no other one has asked for so long, and it not longer than this. */
const ALONE_MS = 30_000;

/** Tells whether more than one key is asked for. */
function createSoleAsker(): { isShared(key: string, now: number): boolean } {
  let sole = { key: "", since: Number.NEGATIVE_INFINITY, at: Number.NEGATIVE_INFINITY };
  return {
    isShared(key, now) {
      const isNew = now - sole.at > ALONE_MS || now < sole.at;
      if (isNew) sole = { key, since: now, at: now };
      sole.at = now;
      return sole.key !== key || now - sole.since > ALONE_MS;
    },
  };
}
