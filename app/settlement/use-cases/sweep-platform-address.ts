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
  type SetAside,
  setAsideSchema,
  withRetryTimes,
} from "../rules/set-aside";
import { createLostOrderRecords, type LostOrderRecords } from "./lost-order-records";
import type { NotifyNamedOrders } from "./notify-named-orders";

const PROGRESS_NAME = "platform-address";
/** Signatures read in one run. */
const SIGNATURES_PER_PAGE = 200;
/** Transactions read in one run. */
const MAX_READ_PER_RUN = 50;
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

/** What was read of the platform's history. */
interface Read {
  processed: FoundSignature[];
  failed: Failed[];
  /** Orders. */
  notified: number;
}

/** Finds payments by the platform's address. */
export function createSweepPlatformAddress(
  { settings, clock, log, ids, chain, orders, orderRecords, sweepProgress, signatureCache }: Ports,
  notifyNamedOrders: NotifyNamedOrders,
) {
  /**
   * Reads the finalized history of the platform's address, which every sale names, so that a payment
   * is found even where the watcher of its order has failed. Returns the number of notified orders.
   * Does nothing while the network does not answer.
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
    const { backfill, setAside } = parse(before);
    const { page, isLast } = await listPage(backfill);
    const now = clock.now();
    const id = ids.uuid();
    await sweepProgress.begin(PROGRESS_NAME, id, now);
    const due = dueSetAside(setAside, now);
    const records = createLostOrderRecords({ orderRecords });
    const retried = await retrySetAside(due, records);
    const read = await readPage(page, records);

    const kept = [
      ...setAside.filter((one) => !due.includes(one)),
      ...retried.failed,
      ...read.failed,
    ];
    const reachedEnd = isLast && read.processed.length === page.length;
    const { setAside: planned, givenUp } = withRetryTimes(kept, clock.now());
    for (const { signature, reason } of givenUp) {
      log("payment_given_up", { signature, reason });
    }
    const next = {
      backfill: advance(backfill, read.processed, reachedEnd),
      setAside: planned,
    };
    const run = { id, before };
    await sweepProgress.replace(PROGRESS_NAME, run, JSON.stringify(next), clock.now());
    return retried.notified + read.notified;
  }

  /**
   * What is passed over here is not looked at again, so one node's list is not enough: it may leave out a
   * payment, or call it failed. Rows above the slot that two nodes have reached are left to the next run.
   */
  async function listPage(
    backfill: SignatureBackfill,
  ): Promise<{ page: FoundSignature[]; isLast: boolean }> {
    const { slot: reached } = await chain.finalizedTip();
    const next = nextPage(backfill);
    const rows = await chain.signaturesFromSeveral(settings.platformWallet, {
      commitment: "finalized",
      limit: SIGNATURES_PER_PAGE,
      ...next,
      minContextSlot: Math.max(reached, next.minContextSlot ?? 0),
    });
    // Below the first rows of a full page, one node's list may have ended.
    const page = rows.slice(0, SIGNATURES_PER_PAGE).filter(({ slot }) => slot <= reached);
    return { page, isLast: rows.length < SIGNATURES_PER_PAGE };
  }

  async function retrySetAside(
    due: readonly SetAside[],
    records: LostOrderRecords,
  ): Promise<Omit<Read, "processed">> {
    const failed: Failed[] = [];
    let notified = 0;
    for (const { signature, failures, reason } of due) {
      const result = await readTransaction(signature, records);
      notified += result.notified;
      if (!result.failed) continue;
      // The pauses of another reason begin anew.
      const before = result.failed === reason ? failures : 0;
      failed.push({ signature, reason: result.failed, failures: before + 1 });
    }
    return { failed, notified };
  }

  /** Reads a transaction of the platform's address, and notifies the orders that it names. */
  async function readTransaction(
    signature: string,
    records: LostOrderRecords,
  ): Promise<{ failed?: SetAside["reason"]; notified: number; raw?: RawTransaction }> {
    const raw = await fetchFinalized(signature);
    if (!raw) return { failed: "unread", notified: 0 };
    const { notified, unsettled } = await notifyNamedOrders(signature, raw, records);
    return unsettled > 0 ? { failed: "unsettled", notified, raw } : { notified, raw };
  }

  /**
   * Reads rows of a page, newest first, and sets aside those that no node returns, and those that should
   * settle an order, until they have. What settles an order is read too: it may name another one.
   */
  async function readPage(
    page: readonly FoundSignature[],
    records: LostOrderRecords,
  ): Promise<Read> {
    const processed: FoundSignature[] = [];
    const failed: Failed[] = [];
    let [read, unread, notified] = [0, 0, 0];
    const isStranger = await strangers(page, records);
    const fetched: Learned[] = [];
    for (const row of page) {
      if (records.isExhausted()) break;
      if (row.err === null) {
        if (read++ === MAX_READ_PER_RUN || unread === MAX_UNREAD_PER_RUN) break;
        if (await isStranger(row.signature)) {
          processed.push(row);
          continue;
        }
        const { raw, ...result } = await readTransaction(row.signature, records);
        notified += result.notified;
        if (raw) fetched.push({ signature: row.signature, accounts: accountKeysOf(raw) });
        else unread++;
        if (result.failed) {
          failed.push({ signature: row.signature, reason: result.failed, failures: 1 });
        }
      }
      processed.push(row);
    }
    if (fetched.length > 0) await signatureCache.learn(fetched);
    return { processed, failed, notified };
  }

  /**
   * Whether a transaction of the page names no order, also none that the database has lost, by what the
   * cache has fetched, so that transactions of strangers are fetched once. False where the cache does not
   * know it.
   */
  async function strangers(
    page: readonly FoundSignature[],
    records: LostOrderRecords,
  ): Promise<(signature: string) => Promise<boolean>> {
    const signatures = page.map(({ signature }) => signature);
    const fetched = await signatureCache.strangers(signatures);
    const known = new Map(signatures.map((signature, index) => [signature, fetched[index]]));
    return async (signature) => {
      const stranger = known.get(signature);
      if (!stranger || (await orders.byReferences(stranger.accounts)).length > 0) return false;
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

/** Malformed progress counts as none, which costs repeated reads only. */
function parse(text: string | null): z.output<typeof progress> {
  const read = progress.safeParse(text && JSON.parse(text));
  return read.success ? read.data : { backfill: EMPTY_BACKFILL, setAside: [] };
}
