import { Keypair } from "@solana/web3.js";
import { freshWatch, type WatchState } from "../../app/orders/rules/order-state";
import { EMPTY_CURSOR } from "../../app/orders/use-cases/verify-batch";
import { watchOrder } from "../../app/orders/use-cases/watch-order";
import { localDatabase } from "../../dev/run/local-database";
import type { RpcBench } from "./rpc-bench";
import { watchDeps } from "./simulate-polls";

/** Ages of the checkouts, since a wallet requested the transaction. */
const MIN_AGE_MS = 120_000;
const MAX_AGE_MS = 240_000;
/** How long they are simulated. */
const DURATION_MS = 15_000;
/** Poll interval at that age. */
const POLL_INTERVAL_MS = 15_000;

/**
 * RPC calls per second while `howMany` unpaid checkouts are polled: copies of one order, on a
 * simulated clock, with the rules, database and node of the app and one shared signature cache.
 */
export async function callsWhileWaiting(
  bench: RpcBench,
  orderId: string,
  howMany: number,
): Promise<number> {
  const node = await bench.node();
  const start = Date.now();
  let now = start - 2 * MAX_AGE_MS;
  const clock = { now: () => now };
  const deps = await watchDeps(bench, node.url, clock);
  // The cache starts before the oldest order.
  await deps.signatureCache.signaturesFor("", 0, 0);
  const before = node.count();
  const waiting = (await copies(bench, orderId, howMany)).map((id) => {
    const lastActivityAt = start - MIN_AGE_MS - Math.random() * (MAX_AGE_MS - MIN_AGE_MS);
    const watch: WatchState = { ...freshWatch(lastActivityAt), ownSearchAt: lastActivityAt };
    return { id, watch, at: start + Math.random() * POLL_INTERVAL_MS };
  });
  for (;;) {
    const next = waiting.reduce((first, one) => (one.at < first.at ? one : first));
    if (next.at > start + DURATION_MS) break;
    now = next.at;
    const input = {
      orderId: next.id,
      watch: next.watch,
      cursor: EMPTY_CURSOR,
      jitter: Math.random(),
    };
    const watched = await watchOrder(input, deps);
    if (!watched) throw new Error("no such order");
    next.watch = watched.watch;
    next.at = watched.nextPollAt ?? Number.POSITIVE_INFINITY;
  }
  return (node.count() - before) / (DURATION_MS / 1_000);
}

/** Statements in one batch. */
const BATCH_SIZE = 100;

/** Inserts copies of an order, each with its own reference and buyer; returns their ids. */
async function copies(bench: RpcBench, orderId: string, howMany: number): Promise<string[]> {
  const db = localDatabase(bench.app.worker);
  const { results } = await db.prepare("SELECT name FROM pragma_table_info('orders')").all();
  const kept = results
    .map(({ name }) => String(name))
    .filter((name) => !["id", "reference", "buyer_uid"].includes(name))
    .join(", ");
  const insert = db.prepare(
    `INSERT INTO orders (id, reference, buyer_uid, ${kept}) SELECT ?, ?, ?, ${kept} FROM orders WHERE id = ?`,
  );
  const ids = Array.from({ length: howMany }, () => crypto.randomUUID());
  for (let from = 0; from < howMany; from += BATCH_SIZE) {
    const some = ids.slice(from, from + BATCH_SIZE);
    await db.batch(
      some.map((id) => insert.bind(id, Keypair.generate().publicKey.toBase58(), id, orderId)),
    );
  }
  return ids;
}
