import { z } from "zod";
import type { SweepProgress } from "../../../db/settlement/sweep-progress";
import type { Clock, Settings } from "../../lib/ports";
import type { OrderStore, OrderWatcher, PolledOrders } from "../../orders/ports";
import { type Order, settlingSignature } from "../../orders/rules/order";
import { canSettle } from "../../orders/rules/order-state";
import { type Chain, ChainUnavailable, type FoundSignature } from "../../solana/chain";
import { accountKeysOf, hasStaticEffect, type RawTransaction } from "../../solana/raw-transaction";
import { advance, EMPTY_BACKFILL, nextPage } from "../../solana/signature-backfill";
import { type SetAside, setAsideSchema, type Unread, withRetryTimes } from "../rules/set-aside";
import { settlePayment } from "./apply-effect";
import { confirmVerdict, type FetchDeps } from "./fetch-and-verify";
import { type RestoreDeps, restoreOrders } from "./restore-order";
import type { Learned, SignatureCache } from "./signature-cache";
import { verifyForOrder } from "./verify-for-order";

interface Deps extends RestoreDeps {
  settings: Pick<Settings, "platformWallet">;
  clock: Clock;
  chain: FetchDeps["chain"] & Pick<Chain, "signaturesFor">;
  orders: RestoreDeps["orders"] &
    Pick<PolledOrders, "knownSignatures" | "byReferences"> &
    Pick<OrderStore, "reportSignature"> &
    Parameters<typeof settlePayment>[1]["orders"];
  watcher: Pick<OrderWatcher, "overdue" | "restored">;
  sweepProgress: SweepProgress;
  signatureCache: Pick<SignatureCache, "strangers" | "learn">;
}

const PROGRESS_NAME = "platform-address";
/** Signatures read in one run. */
const SIGNATURES_PER_PAGE = 200;
/** Transactions read in one run, without those that an order has recorded. */
const MAX_READ_PER_RUN = 50;
/** Transactions set aside in one run because no node returned them; each can cost a timeout. */
const MAX_UNREAD_PER_RUN = 10;
/** Transactions that were set aside and are fetched again in one run. */
const MAX_RETRIED_PER_RUN = 10;

/** Cron calls each minute, sometimes a little early. */
const RETRY_TOLERANCE_MS = 10_000;

const cursor = z.object({ signature: z.string(), slot: z.number() }).nullable();
const progress = z.object({
  backfill: z.object({ until: cursor, head: cursor, before: cursor }),
  /** Listed transactions that no node returned. Absent in progress of an earlier version. */
  setAside: z.array(setAsideSchema).default([]),
});

/**
 * Reads the finalized history of the platform's address, which every sale names, so that a payment
 * is found even where the watcher of its order has failed. Returns the number of notified orders.
 * Does nothing while the network does not answer.
 */
export async function sweepPlatformAddress(deps: Deps): Promise<number> {
  try {
    return await sweep(deps);
  } catch (error) {
    if (error instanceof ChainUnavailable) return 0;
    throw error;
  }
}

async function sweep(deps: Deps): Promise<number> {
  const { backfill, setAside } = parse(await deps.sweepProgress.read(PROGRESS_NAME));
  const page = await deps.chain.signaturesFor(deps.settings.platformWallet, {
    commitment: "finalized",
    limit: SIGNATURES_PER_PAGE,
    ...nextPage(backfill),
  });
  const now = deps.clock.now();
  const due = setAside
    .filter(({ retryAt }) => retryAt <= now + RETRY_TOLERANCE_MS)
    .slice(0, MAX_RETRIED_PER_RUN);
  const listed = [...due, ...page].map(({ signature }) => signature);
  const known = await deps.orders.knownSignatures(listed);
  const retried = await retryUnread(due, known, deps);
  const read = await readPage(page, known, deps);

  const kept = [...setAside.filter((one) => !due.includes(one)), ...retried.unread, ...read.unread];
  const reachedEnd = read.processed.length === page.length && page.length < SIGNATURES_PER_PAGE;
  const { setAside: planned, givenUp } = withRetryTimes(kept, deps.clock.now());
  for (const signature of givenUp) {
    console.error("a transaction of the platform address can't be read", signature);
  }
  const next = {
    backfill: advance(backfill, read.processed, reachedEnd),
    setAside: planned,
  };
  await deps.sweepProgress.write(PROGRESS_NAME, JSON.stringify(next), deps.clock.now());
  return retried.notified + read.notified;
}

async function retryUnread(
  due: readonly SetAside[],
  known: ReadonlySet<string>,
  deps: Deps,
): Promise<{ unread: Unread[]; notified: number }> {
  const unread: Unread[] = [];
  let notified = 0;
  for (const { signature, failures } of due) {
    if (known.has(signature)) continue;
    const raw = await fetchFinalized(signature, deps);
    if (raw) notified += await notify(signature, raw, deps);
    else unread.push({ signature, failures: failures + 1 });
  }
  return { unread, notified };
}

/** Reads rows of a page, newest first, and sets aside those that no node returns. */
async function readPage(
  page: readonly FoundSignature[],
  known: ReadonlySet<string>,
  deps: Deps,
): Promise<{ processed: FoundSignature[]; unread: Unread[]; notified: number }> {
  const processed: FoundSignature[] = [];
  const unread: Unread[] = [];
  let read = 0;
  let notified = 0;
  const isStranger = await strangers(page, deps);
  const fetched: Learned[] = [];
  for (const row of page) {
    if (row.err === null && !known.has(row.signature)) {
      if (read++ === MAX_READ_PER_RUN || unread.length === MAX_UNREAD_PER_RUN) break;
      if (await isStranger(row.signature)) {
        processed.push(row);
        continue;
      }
      const raw = await fetchFinalized(row.signature, deps);
      if (raw) {
        fetched.push({ signature: row.signature, accounts: accountKeysOf(raw) });
        notified += await notify(row.signature, raw, deps);
      } else unread.push({ signature: row.signature, failures: 1 });
    }
    processed.push(row);
  }
  if (fetched.length > 0) await deps.signatureCache.learn(fetched);
  return { processed, unread, notified };
}

/**
 * Whether a transaction of the page names no order, also none that the database has lost, by what the
 * cache has fetched, so that transactions of strangers are fetched once. False where the cache does not
 * know it.
 */
async function strangers(
  page: readonly FoundSignature[],
  { orders, orderRecords, signatureCache }: Deps,
): Promise<(signature: string) => Promise<boolean>> {
  const signatures = page.map(({ signature }) => signature);
  const fetched = await signatureCache.strangers(signatures);
  const known = new Map(signatures.map((signature, index) => [signature, fetched[index]]));
  return async (signature) => {
    const stranger = known.get(signature);
    if (!stranger || (await orders.byReferences(stranger.accounts)).length > 0) return false;
    for (const reference of stranger.references) {
      if (await orderRecords.read(reference)) return false;
    }
    return true;
  };
}

/** Null where no node returns it; an error concerns this transaction only. */
async function fetchFinalized(signature: string, { chain }: Deps): Promise<RawTransaction | null> {
  try {
    return await chain.transaction(signature, "finalized");
  } catch (error) {
    if (error instanceof ChainUnavailable) return null;
    throw error;
  }
}

/**
 * Notifies the open orders that a transaction names; they verify it. Settled orders are not watched
 * any more, so a second payment is recorded here.
 */
async function notify(signature: string, raw: RawTransaction, deps: Deps): Promise<number> {
  const known = await deps.orders.byReferences(accountKeysOf(raw));
  const orders = [...known, ...(await restoreOrders({ signature, raw, known }, deps))];
  const open = orders.filter(({ status }) => canSettle(status));
  let notified = 0;
  for (const order of open) {
    const verdict = await verifyForOrder(order, signature, raw, deps);
    if (verdict.kind === "underpaid") {
      // No claim on anything: it needs no poll, and dust is cheap to send.
      await recordPayment(order, signature, raw, deps).catch((error) => {
        if (!(error instanceof ChainUnavailable)) throw error;
        return deps.watcher.overdue(order.id);
      });
    } else if (verdict.kind !== "not_a_payment") {
      await deps.orders.reportSignature(order.id, signature, deps.clock.now());
      // Without a payment on record, the database is older than what the object has verified.
      await deps.watcher.restored(order.id);
      notified++;
    } else if (!hasStaticEffect(raw)) {
      await deps.watcher.overdue(order.id);
      notified++;
    }
  }
  for (const order of orders) {
    if (!canSettle(order.status)) await recordPayment(order, signature, raw, deps);
  }
  return notified;
}

/** Records a payment that does not settle the order, once two nodes have it. */
async function recordPayment(
  order: Order,
  signature: string,
  raw: RawTransaction,
  deps: Deps,
): Promise<void> {
  const { orders, clock, chain } = deps;
  if (signature === settlingSignature(order)) return;
  const verify = (read: RawTransaction) => verifyForOrder(order, signature, read, { orders });
  const verdict = await confirmVerdict(verify, raw, "finalized", "final", { chain });
  if (verdict.kind === "unconfirmed") throw new ChainUnavailable(`one node alone has ${signature}`);
  if (verdict.kind === "not_a_payment") return;
  if (canSettle(order.status) && verdict.kind !== "underpaid") return;
  const isGrantPaid = order.status === "paid" && signature === order.signature;
  if (isGrantPaid) return settlePayment({ order, payment: verdict.payment }, deps);
  const { payment } = verdict;
  if (verdict.kind === "underpaid") await orders.recordShort(order, payment, clock.now());
  else await orders.record(order.id, "duplicate", payment, clock.now());
}

/** Malformed progress counts as none, which costs repeated reads only. */
function parse(text: string | null): z.output<typeof progress> {
  const read = progress.safeParse(text && JSON.parse(text));
  return read.success ? read.data : { backfill: EMPTY_BACKFILL, setAside: [] };
}
