import { z } from "zod";
import { ChainUnavailable, type FoundSignature } from "../../solana/chain";
import { accountKeysOf, type RawTransaction } from "../../solana/raw-transaction";
import {
  advance,
  EMPTY_BACKFILL,
  nextPage,
  type SignatureBackfill,
} from "../../solana/signature-backfill";
import type { Learned, SettlementPorts } from "../ports";
import {
  dueSetAside,
  type Failed,
  MAX_SET_ASIDE,
  type SetAside,
  setAsideSchema,
  withRetryTimes,
} from "../rules/set-aside";
import { createLostOrderRecords, type LostOrderRecords } from "./lost-order-records";
import type { NotifyNamedOrders } from "./notify-named-orders";

const PROGRESS_NAME = "platform-address";
/** Signatures of one call: as many as nodes list. */
const SIGNATURES_PER_PAGE = 1_000;
/** Pages of one run: the sales of a minute, five times as many as are planned for. */
const MAX_PAGES_PER_RUN = 5;
/**
 * Calls of one run to nodes, database, bucket and objects, by the estimates below. A run of the cron may make
 * 1,000, and shares them with its other steps.
 */
const CALLS_PER_RUN = 600;
/** Calls for a transaction: it is fetched, and the orders that it names are read. */
const CALLS_PER_READ = 2;
/** Calls for an order that is notified: two nodes judge, the report, its object, and what it has on record. */
const CALLS_PER_NOTIFIED = 5;
/** Transactions that are fetched at the same time, and whose orders are read by one query. */
const PARALLEL_READS = 10;
/** Transactions set aside in one run because no node returned them; each can cost a timeout. */
const MAX_UNREAD_PER_RUN = 10;

const cursor = z.object({ signature: z.string(), slot: z.number() }).nullable();
const progress = z.object({
  backfill: z.object({ until: cursor, head: cursor, before: cursor }),
  /** Listed transactions to be fetched again. Absent in progress of an earlier version. */
  setAside: z.array(setAsideSchema).default([]),
});

type Ports = Pick<
  SettlementPorts,
  | "settings"
  | "clock"
  | "log"
  | "ids"
  | "chain"
  | "orders"
  | "orderRecords"
  | "sweepProgress"
  | "signatureCache"
>;

/** One run. */
interface Run {
  /** UUID. */
  id: string;
  /** The stored progress that it goes on from. */
  before: string | null;
  records: LostOrderRecords;
  /** Calls that are left. */
  calls: number;
  /** Fetches that have failed. */
  unread: number;
  /** Orders. */
  notified: number;
  /** To be fetched again. */
  failed: Failed[];
}

interface Page {
  /** Newest first. */
  rows: FoundSignature[];
  isLast: boolean;
}

/** Finds payments by the platform's address. */
export function createSweepPlatformAddress(
  { settings, clock, log, ids, chain, orders, orderRecords, sweepProgress, signatureCache }: Ports,
  notifyNamedOrders: NotifyNamedOrders,
) {
  /**
   * Reads the finalized history of the platform's address, which every sale names, so that a payment
   * is found even where the watcher of its order has failed. What has settled an order, and names no other
   * one, is not fetched. A run makes a bounded number of calls, and the next one goes on below it. Returns
   * the number of notified orders. Does nothing while the network does not answer.
   */
  async function sweepPlatformAddress(): Promise<number> {
    try {
      return await sweep();
    } catch (error) {
      if (error instanceof ChainUnavailable) return 0;
      throw error;
    }
  }

  async function sweep(): Promise<number> {
    const before = await sweepProgress.read(PROGRESS_NAME);
    let { backfill, setAside } = parse(before);
    let page = await listPage(backfill);
    const id = ids.uuid();
    await sweepProgress.begin(PROGRESS_NAME, id, clock.now());
    const records = createLostOrderRecords({ orderRecords });
    const counts = { calls: CALLS_PER_RUN, unread: 0, notified: 0 };
    const run: Run = { id, before, records, ...counts, failed: [] };
    setAside = await retrySetAside(setAside, run);
    for (let pages = 1; ; pages++) {
      const room = MAX_SET_ASIDE - setAside.length - run.failed.length;
      const processed = await readPage(page.rows, Math.max(room, PARALLEL_READS), run);
      const isWhole = processed.length === page.rows.length;
      backfill = advance(backfill, processed, page.isLast && isWhole);
      setAside = await save(run, backfill, setAside);
      const isOver = page.isLast || !isWhole || page.rows.length === 0 || run.calls <= 0;
      if (isOver || pages === MAX_PAGES_PER_RUN) return run.notified;
      page = await listPage(backfill);
    }
  }

  /** After each page, so that what fails below it, or ends the run, loses nothing. */
  async function save(
    run: Run,
    backfill: SignatureBackfill,
    kept: readonly SetAside[],
  ): Promise<SetAside[]> {
    const { setAside, givenUp } = withRetryTimes([...kept, ...run.failed.splice(0)], clock.now());
    for (const { signature, reason } of givenUp) {
      log("payment_given_up", { signature, reason });
    }
    const next = JSON.stringify({ backfill, setAside });
    await sweepProgress.replace(PROGRESS_NAME, run, next, clock.now());
    run.before = next;
    return setAside;
  }

  /**
   * What is passed over here is not looked at again, so one node's list is not enough: it may leave out a
   * payment, or call it failed. Rows above the slot that two nodes have reached are left to the next run.
   */
  async function listPage(backfill: SignatureBackfill): Promise<Page> {
    const { slot: reached } = await chain.finalizedTip();
    const next = nextPage(backfill);
    const listed = await chain.signaturesFromSeveral(settings.platformWallet, {
      commitment: "finalized",
      limit: SIGNATURES_PER_PAGE,
      ...next,
      minContextSlot: Math.max(reached, next.minContextSlot ?? 0),
    });
    const isLast = listed.length < SIGNATURES_PER_PAGE;
    // Below the first rows of a full page, one node's list may have ended.
    const rows = isLast ? listed : withoutLastSlot(listed.slice(0, SIGNATURES_PER_PAGE));
    return { rows: rows.filter(({ slot }) => slot <= reached), isLast };
  }

  /** Fetches what is due again, and returns what is not, less what has settled its order meanwhile. */
  async function retrySetAside(setAside: readonly SetAside[], run: Run): Promise<SetAside[]> {
    if (setAside.length === 0) return [];
    const settled = await orders.settledAlone(setAside.map(({ signature }) => signature));
    const waiting = setAside.filter(({ signature }) => !settled.has(signature));
    const due = dueSetAside(waiting, clock.now());
    for (const some of inGroups(due)) {
      const read = await readTransactions(some, run);
      for (const [index, { signature, reason, failures }] of some.entries()) {
        const failed = read[index]?.failed;
        if (!failed) continue;
        // The pauses of another reason begin anew.
        run.failed.push({
          signature,
          reason: failed,
          failures: (failed === reason ? failures : 0) + 1,
        });
      }
    }
    return waiting.filter((one) => !due.includes(one));
  }

  /**
   * Reads rows of a page, newest first, until the run has no calls or the failures no room left, and returns
   * those that it has read. It sets aside what no node returns or one alone, and what should settle an order, until
   * it has.
   */
  async function readPage(
    rows: readonly FoundSignature[],
    room: number,
    run: Run,
  ): Promise<FoundSignature[]> {
    const isKnown = await passedOver(rows, run.records);
    const before = run.failed.length;
    const isFull = () =>
      run.calls <= 0 ||
      run.unread >= MAX_UNREAD_PER_RUN ||
      run.failed.length - before + PARALLEL_READS > room ||
      run.records.isExhausted();
    const processed: FoundSignature[] = [];
    let group: FoundSignature[] = [];
    for (const row of rows) {
      if (row.err === null && !(await isKnown(row.signature))) {
        if (group.length === 0 && isFull()) break;
        group.push(row);
      } else if (run.records.isExhausted()) break;
      processed.push(row);
      if (group.length < PARALLEL_READS) continue;
      await readGroup(group, run);
      group = [];
    }
    await readGroup(group, run);
    return processed;
  }

  async function readGroup(rows: readonly FoundSignature[], run: Run): Promise<void> {
    if (rows.length === 0) return;
    const fetched: Learned[] = [];
    for (const { signature, raw, failed } of await readTransactions(rows, run)) {
      if (raw) fetched.push({ signature, accounts: accountKeysOf(raw) });
      else run.unread++;
      if (failed) run.failed.push({ signature, reason: failed, failures: 1 });
    }
    if (fetched.length > 0) await signatureCache.learn(fetched);
  }

  /** Fetches some transactions of the platform's address at once, and notifies the orders that they name. */
  async function readTransactions(some: readonly { signature: string }[], run: Run) {
    run.calls -= some.length * CALLS_PER_READ;
    const raws = await Promise.all(some.map(({ signature }) => fetchFinalized(signature)));
    const keys = new Set(raws.flatMap((raw) => (raw ? accountKeysOf(raw) : [])));
    const named = keys.size > 0 ? await orders.byReferences([...keys]) : [];
    const results: { signature: string; raw?: RawTransaction; failed?: SetAside["reason"] }[] = [];
    for (const [index, { signature }] of some.entries()) {
      const raw = raws[index];
      if (!raw) {
        results.push({ signature, failed: "unread" });
        continue;
      }
      const accounts = new Set(accountKeysOf(raw));
      const known = named.filter(({ reference }) => accounts.has(reference));
      const { notified, failed } = await notifyNamedOrders({ signature, raw, known }, run.records);
      run.notified += notified;
      run.calls -= notified * CALLS_PER_NOTIFIED;
      results.push({ signature, raw, ...(failed && { failed }) });
    }
    return results;
  }

  /**
   * Whether a transaction of the page has nothing to be found: it has settled its only order, or names none,
   * also none that the database has lost, by what the cache has fetched, so that transactions of strangers
   * are fetched once.
   */
  async function passedOver(
    rows: readonly FoundSignature[],
    records: LostOrderRecords,
  ): Promise<(signature: string) => Promise<boolean>> {
    const signatures = rows.filter(({ err }) => err === null).map(({ signature }) => signature);
    if (signatures.length === 0) return async () => false;
    const settled = await orders.settledAlone(signatures);
    const others = signatures.filter((signature) => !settled.has(signature));
    const fetched = others.length > 0 ? await signatureCache.strangers(others) : [];
    const known = new Map(others.map((signature, index) => [signature, fetched[index]]));
    const accounts = fetched.flatMap((stranger) => stranger?.accounts ?? []);
    const named = accounts.length > 0 ? await orders.byReferences(accounts) : [];
    const references = new Set(named.map(({ reference }) => reference));
    return async (signature) => {
      if (settled.has(signature)) return true;
      const stranger = known.get(signature);
      if (!stranger || stranger.accounts.some((key) => references.has(key))) return false;
      for (const reference of stranger.references) {
        if (await records.read(reference)) return false;
      }
      return true;
    };
  }

  /**
   * Null where no node returns it, or one calls it failed that another one lists as successful; an error
   * concerns this transaction only.
   */
  async function fetchFinalized(signature: string): Promise<RawTransaction | null> {
    try {
      const raw = await chain.transaction(signature, "finalized");
      return raw?.meta?.err === null ? raw : null;
    } catch (error) {
      if (error instanceof ChainUnavailable) return null;
      throw error;
    }
  }

  return sweepPlatformAddress;
}

/**
 * Rows without those of the lowest slot, which nodes may order otherwise, and of which each may have left out
 * others: the next page begins with that slot. All rows where there is no other slot.
 */
function withoutLastSlot(rows: readonly FoundSignature[]): FoundSignature[] {
  const last = rows.at(-1)?.slot;
  const above = rows.filter(({ slot }) => slot !== last);
  return above.length > 0 ? above : [...rows];
}

function inGroups<T>(all: readonly T[]): T[][] {
  const groups: T[][] = [];
  for (let at = 0; at < all.length; at += PARALLEL_READS) {
    groups.push(all.slice(at, at + PARALLEL_READS));
  }
  return groups;
}

/** Malformed progress counts as none, which costs repeated reads only. */
function parse(text: string | null): z.output<typeof progress> {
  const read = progress.safeParse(text && JSON.parse(text));
  return read.success ? read.data : { backfill: EMPTY_BACKFILL, setAside: [] };
}
