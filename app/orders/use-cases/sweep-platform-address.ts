import { z } from "zod";
import type { SweepProgress } from "../../../db/orders/sweep-progress";
import type { Clock, Settings } from "../../lib/ports";
import { type Chain, ChainUnavailable, type FoundSignature } from "../../solana/chain";
import { accountKeysOf, type RawTransaction } from "../../solana/raw-transaction";
import { advance, EMPTY_BACKFILL, nextPage } from "../../solana/signature-backfill";
import type { Orders, OrderWatcher } from "../ports";
import { type Order, settlingSignature, termsOf } from "../rules/order";
import { canSettle } from "../rules/order-state";
import { verifyPayment } from "../rules/verify-payment";

interface Deps {
  settings: Pick<Settings, "platformWallet">;
  clock: Clock;
  chain: Pick<Chain, "signaturesFor" | "transaction">;
  orders: Pick<
    Orders,
    "knownSignatures" | "byReferences" | "reportSignature" | "record" | "settle"
  >;
  watcher: Pick<OrderWatcher, "suggested">;
  sweepProgress: SweepProgress;
}

const PROGRESS_NAME = "platform-address";
/** Signatures read in one run. */
const SIGNATURES_PER_PAGE = 200;
/** Transactions fetched in one run, without those that an order has recorded. */
const MAX_FETCHED_PER_RUN = 50;
/** Runs that wait for a transaction that is listed and can't be fetched; then it is skipped. */
const MAX_RUNS_WITHOUT_PROGRESS = 10;

const cursor = z.object({ signature: z.string(), slot: z.number() }).nullable();
const progress = z.object({
  backfill: z.object({ until: cursor, head: cursor, before: cursor }),
  /** Number of consecutive runs that ended at a transaction that could not be fetched. */
  waited: z.number(),
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
  const { backfill, waited } = parse(await deps.sweepProgress.read(PROGRESS_NAME));
  const page = await deps.chain.signaturesFor(deps.settings.platformWallet, {
    commitment: "finalized",
    limit: SIGNATURES_PER_PAGE,
    ...nextPage(backfill),
  });
  const known = await deps.orders.knownSignatures(page.map(({ signature }) => signature));
  let fetched = 0;
  let notified = 0;
  let missing = false;
  const processed: FoundSignature[] = [];
  for (const row of page) {
    if (row.err === null && !known.has(row.signature)) {
      if (fetched++ === MAX_FETCHED_PER_RUN) break;
      const raw = await deps.chain.transaction(row.signature, "finalized");
      missing = raw === null && waited < MAX_RUNS_WITHOUT_PROGRESS;
      if (missing) break;
      if (raw) notified += await notify(row.signature, raw, deps);
    }
    processed.push(row);
  }
  const reachedEnd = processed.length === page.length && page.length < SIGNATURES_PER_PAGE;
  const next = {
    backfill: advance(backfill, processed, reachedEnd),
    waited: missing ? waited + 1 : 0,
  };
  await deps.sweepProgress.write(PROGRESS_NAME, JSON.stringify(next), deps.clock.now());
  return notified;
}

/**
 * Notifies the open orders that a transaction names; they verify it. Settled orders are not watched
 * any more, so a second payment is recorded here.
 */
async function notify(signature: string, raw: RawTransaction, deps: Deps): Promise<number> {
  const orders = await deps.orders.byReferences(accountKeysOf(raw));
  const open = orders.filter(({ status }) => canSettle(status));
  for (const { id } of open) {
    await deps.orders.reportSignature(id, signature, deps.clock.now());
    await deps.watcher.suggested(id);
  }
  for (const order of orders) {
    if (!canSettle(order.status)) await recordSecondPayment(order, signature, raw, deps);
  }
  return open.length;
}

async function recordSecondPayment(
  order: Order,
  signature: string,
  raw: RawTransaction,
  { orders, clock }: Deps,
): Promise<void> {
  const verdict = verifyPayment(termsOf(order), signature, raw);
  if (verdict.kind === "not_a_payment" || signature === settlingSignature(order)) return;
  const isGrantPaid = order.status === "paid" && signature === order.signature;
  if (isGrantPaid) return void (await orders.settle(order.id, verdict.payment, clock.now()));
  const kind = verdict.kind === "underpaid" ? "short" : "duplicate";
  await orders.record(order.id, kind, verdict.payment, clock.now());
}

/** Malformed progress counts as none, which costs repeated reads only. */
function parse(text: string | null): z.output<typeof progress> {
  const read = progress.safeParse(text && JSON.parse(text));
  return read.success ? read.data : { backfill: EMPTY_BACKFILL, waited: 0 };
}
