import { Keypair } from "@solana/web3.js";
import { freshWatch, type WatchState } from "../../app/orders/rules/order-state";
import { EMPTY_CURSOR } from "../../app/orders/use-cases/verify-batch";
import { watchOrder } from "../../app/orders/use-cases/watch-order";
import { watchDeps } from "./live-out";
import type { Stage } from "./stage";

/** Ages of the checkouts, from when a wallet asked (ms). */
const YOUNGEST = 120_000;
const OLDEST = 240_000;
/** How long they are watched (ms), and how far apart two looks at one are at that age. */
const FOR = 15_000;
const APART = 15_000;

/**
 * Calls per second while so many checkouts wait that nobody pays: copies of one, whose watchers take
 * turns by a clock that jumps, with the rules, record and node of the app and one shared feed.
 */
export async function callsWhileWaiting(
  stage: Stage,
  orderId: string,
  howMany: number,
): Promise<number> {
  const node = await stage.node();
  const start = Date.now();
  let now = start - 2 * OLDEST;
  const clock = { now: () => now };
  const deps = await watchDeps(stage, node.url, clock);
  // It has been there since before the oldest of them.
  await deps.feed.signaturesFor("", 0, 0);
  const before = node.count();
  const waiting = (await copies(stage, orderId, howMany)).map((id) => {
    const lastActivityAt = start - YOUNGEST - Math.random() * (OLDEST - YOUNGEST);
    const watch: WatchState = { ...freshWatch(lastActivityAt), ownSearchAt: lastActivityAt };
    return { id, watch, at: start + Math.random() * APART };
  });
  for (;;) {
    const next = waiting.reduce((first, one) => (one.at < first.at ? one : first));
    if (next.at > start + FOR) break;
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
  return (node.count() - before) / (FOR / 1_000);
}

/** Statements in one batch. */
const BATCH = 100;

/** So many orders like this one, each with a key and a buyer of its own. */
async function copies(stage: Stage, orderId: string, howMany: number): Promise<string[]> {
  const db = await stage.app.worker.getD1Database("DB");
  const { results } = await db.prepare("SELECT name FROM pragma_table_info('orders')").all();
  const kept = results
    .map(({ name }) => String(name))
    .filter((name) => !["id", "reference", "buyer_uid"].includes(name))
    .join(", ");
  const insert = db.prepare(
    `INSERT INTO orders (id, reference, buyer_uid, ${kept}) SELECT ?, ?, ?, ${kept} FROM orders WHERE id = ?`,
  );
  const ids = Array.from({ length: howMany }, () => crypto.randomUUID());
  for (let from = 0; from < howMany; from += BATCH) {
    const some = ids.slice(from, from + BATCH);
    await db.batch(
      some.map((id) => insert.bind(id, Keypair.generate().publicKey.toBase58(), id, orderId)),
    );
  }
  return ids;
}
