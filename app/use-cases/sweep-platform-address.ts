import { type Order, termsOf } from "../domain/order";
import type { RawTransaction } from "../domain/solana/raw-transaction";
import { verifyPayment } from "../domain/verify-payment";
import type { Clock, Settings } from "../ports";
import { type Chain, ChainUnavailable, type FoundSignature } from "../ports/chain";
import type { Orders, OrderWatcher, SweepProgress } from "../ports/payments";

interface Deps {
  settings: Pick<Settings, "platformWallet">;
  clock: Clock;
  chain: Pick<Chain, "signaturesFor" | "transaction">;
  orders: Pick<Orders, "knownSignatures" | "byReferences" | "hint" | "record">;
  watcher: Pick<OrderWatcher, "hinted">;
  sweepProgress: SweepProgress;
}

/**
 * Where the walk is. It goes from the newest transaction back to the newest one of the walk
 * before, some at a time.
 */
interface Cursor {
  /** Everything up to this one was seen by an earlier walk. */
  seen: string | null;
  /** The first of the walk under way, and the last one it has looked at; null between walks. */
  top: string | null;
  at: string | null;
}

const NAME = "platform-address";
/** Signatures read in one run. */
const PAGE = 200;
/** Transactions fetched in one run: only those that no order rests on already. */
const AT_MOST = 25;

/**
 * Reads the platform address's own history, which every sale names: a payment is found even where
 * the watcher of its order is gone for good. Finalized ones alone, so the watcher had its time.
 * Returns how many orders were told of a payment. Silent while the network gives no answer.
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
  const cursor = parse(await deps.sweepProgress.read(NAME));
  const page = await deps.chain.signaturesFor(deps.settings.platformWallet, {
    commitment: "finalized",
    limit: PAGE,
    ...(cursor.at ? { before: cursor.at } : {}),
    ...(cursor.seen ? { until: cursor.seen } : {}),
  });
  const known = await deps.orders.knownSignatures(page.map(({ signature }) => signature));
  let fetched = 0;
  let told = 0;
  let last: FoundSignature | null = null;
  for (const row of page) {
    const needed = row.err === null && !known.has(row.signature);
    if (needed && fetched === AT_MOST) break;
    if (needed) {
      fetched++;
      told += await tell(row.signature, deps);
    }
    last = row;
  }
  const complete = last === (page.at(-1) ?? null) && page.length < PAGE;
  const next = advance(cursor, page[0]?.signature ?? null, last?.signature ?? null, complete);
  await deps.sweepProgress.write(NAME, JSON.stringify(next), deps.clock.now());
  return told;
}

function advance(
  { seen, top, at }: Cursor,
  first: string | null,
  last: string | null,
  complete: boolean,
): Cursor {
  const newest = top ?? first;
  if (complete) return { seen: newest ?? seen, top: null, at: null };
  return { seen, top: newest, at: last ?? at };
}

/**
 * Tells the open orders that this transaction names: the verdict is theirs. One that is settled is
 * not watched any more, so a second payment is put on its record from here.
 */
async function tell(signature: string, deps: Deps): Promise<number> {
  const raw = await deps.chain.transaction(signature, "finalized");
  if (!raw) return 0;
  const orders = await deps.orders.byReferences(keysOf(raw));
  const open = orders.filter(mayBePaid);
  for (const { id } of open) {
    await deps.orders.hint(id, signature, deps.clock.now());
    await deps.watcher.hinted(id);
  }
  for (const order of orders) {
    if (!mayBePaid(order)) await recordSecond(order, signature, raw, deps);
  }
  return open.length;
}

async function recordSecond(
  order: Order,
  signature: string,
  raw: RawTransaction,
  { orders, clock }: Deps,
): Promise<void> {
  const verdict = verifyPayment(termsOf(order), signature, raw);
  if (verdict.kind === "not_a_payment" || signature === order.signature) return;
  const kind = verdict.kind === "underpaid" ? "short" : "duplicate";
  await orders.record(order.id, kind, verdict.payment, clock.now());
}

function mayBePaid({ status }: Order): boolean {
  return status !== "paid" && status !== "refunded";
}

function keysOf(raw: RawTransaction): string[] {
  const { writable = [], readonly = [] } = raw.meta?.loadedAddresses ?? {};
  return [...raw.transaction.message.accountKeys, ...writable, ...readonly];
}

function parse(text: string | null): Cursor {
  const fresh: Cursor = { seen: null, top: null, at: null };
  return text ? { ...fresh, ...(JSON.parse(text) as Partial<Cursor>) } : fresh;
}
