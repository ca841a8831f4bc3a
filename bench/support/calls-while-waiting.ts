import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from "@solana/web3.js";
import { freshWatch, type WatchState } from "../../app/orders/rules/order-state";
import type { SettlementPorts } from "../../app/settlement/ports";
import { settlementOf } from "../../app/settlement/settlement";
import { EMPTY_CURSOR } from "../../app/settlement/use-cases/verify";
import { localDatabase } from "../../dev/run/local-database";
import { airdropWallet, type RpcBench } from "./rpc-bench";
import { settlementPorts } from "./simulate-polls";

export interface WaitingOptions {
  howMany: number;
  /** Ages of the checkouts, since a wallet requested the transaction. */
  minAgeMs: number;
  maxAgeMs: number;
  /** Transactions of strangers that name the platform. */
  dustPerMinute?: number;
}

/** How long they are simulated. */
const DURATION_MS = 15_000;
/** Longest poll interval at these ages. */
const POLL_INTERVAL_MS = 15_000;
const MINUTE_MS = 60_000;
/** After so many slots the dust is finalized. */
const FINALITY_SLOTS = 40;
/** The sweep reads at most 50 in one run. */
const SWEEP_RUNS_TO_CATCH_UP = 10;

/**
 * RPC calls per second while unpaid checkouts are polled: copies of one order, on a simulated clock,
 * with the rules, database and node of the app and one shared signature cache. With dust, one run of
 * the sweep at the end is counted too.
 */
export async function callsWhileWaiting(
  bench: RpcBench,
  orderId: string,
  { howMany, minAgeMs, maxAgeMs, dustPerMinute = 0 }: WaitingOptions,
): Promise<number> {
  const nodes = await bench.nodes();
  const start = Date.now();
  let now = start - 2 * maxAgeMs;
  const clock = { now: () => now };
  const ports = settlementPorts(bench, nodes.urls, clock);
  const { poll } = settlementOf(ports);
  // The cache starts before the oldest order, with the second one that asks.
  await ports.signatureCache.signaturesFor("", 0, 0);
  await ports.signatureCache.signaturesFor("other", 0, 0);
  const sweep = await platformSweep(ports);
  const sendDust = await dustSender(bench);
  const waiting = (await copies(bench, orderId, howMany)).map((id) => {
    const lastActivityAt = start - minAgeMs - Math.random() * (maxAgeMs - minAgeMs);
    const watch: WatchState = { ...freshWatch(lastActivityAt), ownSearchAt: lastActivityAt };
    return { id, watch, at: start + Math.random() * POLL_INTERVAL_MS };
  });
  const before = nodes.count();
  let dust = 0;
  for (;;) {
    const next = waiting.reduce((first, one) => (one.at < first.at ? one : first));
    if (next.at > start + DURATION_MS) break;
    now = next.at;
    while (dust < ((now - start) / MINUTE_MS) * dustPerMinute) await sendDust(++dust);
    const input = {
      orderId: next.id,
      watch: next.watch,
      cursor: EMPTY_CURSOR,
      jitter: Math.random(),
    };
    const watched = await poll(input);
    if (!watched) throw new Error("no such order");
    next.watch = watched.watch;
    next.at = watched.nextPollAt ?? Number.POSITIVE_INFINITY;
  }
  if (dustPerMinute > 0) {
    bench.chain.advanceSlots(FINALITY_SLOTS);
    await sweep();
  }
  return (nodes.count() - before) / (DURATION_MS / 1_000);
}

/** The sweep, after it has caught up with the sales before. */
async function platformSweep(ports: SettlementPorts): Promise<() => Promise<unknown>> {
  let cursor: string | null = null;
  const { sweepPlatformAddress: sweep } = settlementOf({
    ...ports,
    sweepProgress: {
      read: async () => cursor,
      write: async (_, next) => {
        cursor = next;
      },
      begin: async () => undefined,
      replace: async (_, __, next) => {
        cursor = next;
      },
    },
  });
  for (let run = 0; run < SWEEP_RUNS_TO_CATCH_UP; run++) await sweep();
  return sweep;
}

/** Lands and confirms a transaction of a stranger that pays the platform so many lamports. */
async function dustSender(bench: RpcBench): Promise<(lamports: number) => Promise<void>> {
  const connection = new Connection(bench.chain.url, "confirmed");
  const stranger = airdropWallet(bench.chain);
  const toPubkey = new PublicKey(bench.app.platformWallet);
  bench.chain.advanceSlots(1);
  return async (lamports) => {
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
    const feePayer = stranger.publicKey;
    const dust = new Transaction({ feePayer, blockhash, lastValidBlockHeight });
    dust.add(SystemProgram.transfer({ fromPubkey: feePayer, toPubkey, lamports })).sign(stranger);
    await connection.sendRawTransaction(dust.serialize());
    bench.chain.advanceSlots(1);
  };
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
