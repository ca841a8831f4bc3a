import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Connection, type Keypair, VersionedTransaction } from "@solana/web3.js";
import { WebSocket } from "ws";
import { sql } from "../../tests/support/app-under-test";
import { type Person, person } from "../../tests/support/factories/person";
import { product } from "../../tests/support/factories/product";
import { peakBytes, resetPeak, workerdsOf } from "../../tests/support/process-usage";
import { fetchAgain, post, requestTransaction } from "./our-sale";
import { airdropWallet, confirmedAt, type RpcBench, startRpcBench } from "./rpc-bench";

/** Requests at once while the crowd is made. */
const PARALLEL_REQUESTS = 20;
/** How long calls are counted, from the last requested transaction to the payments. */
const WAIT_MS = 5_000;
/** A payment that is not delivered by then is lost. */
const DELIVERY_TIMEOUT_MS = 60_000;

export interface CrowdResult {
  /** Orders that were `awaiting` when the payments were sent; on a slow machine the first have lapsed. */
  awaiting: number;
  /** RPC calls a second, to both nodes, while all of them wait. */
  callsPerSecond: number;
  /** RPC calls from the payments to the last delivery. */
  callsToDeliver: number;
  /** From the confirmation of the last payment to the last delivery. */
  lastDeliveryMs: number;
  /** From the confirmation of a payment to its delivery, the median. */
  medianDeliveryMs: number;
  /** Resident memory of workerd before the first order, and the most until the last delivery. */
  idleBytes: number;
  peakBytes: number;
}

interface Buyer {
  person: Person;
  wallet: Keypair;
  orderId: string;
}

interface Crowd {
  /** Orders of one unlimited product, each by another buyer. */
  open: number;
  /** Orders that are paid at the same time, on pages with a WebSocket. */
  payments: number;
  /** Of the orders that are not paid: whether their wallets request the transactions. */
  state: "open" | "awaiting";
}

/** Opens the orders, and then pays the last of them. */
export async function measureCrowd({ open, payments, state }: Crowd): Promise<CrowdResult> {
  const others = workerdsOf(process.pid);
  const bench = await startRpcBench();
  try {
    const [pid = 0] = workerdsOf(process.pid).filter((one) => !others.includes(one));
    const buyers = await openOrders(bench, open);
    const idleBytes = resetPeak(pid);
    const paying = buyers.slice(-payments);
    const waiting = state === "awaiting" ? buyers.slice(0, -payments) : [];
    await eachOf(waiting, ({ orderId, wallet }) => requestTransaction(bench, orderId, wallet));
    const sales = await eachOf(paying, (buyer) => preparePayment(bench, buyer));
    const beforeWait = bench.ours.count();
    await sleep(WAIT_MS);
    const beforePayments = bench.ours.count();
    const awaiting = await countAwaiting(bench);
    const times = await Promise.all(sales.map((pay) => pay()));
    const confirmed = Math.max(...times.map((time) => time.confirmed));
    const delivered = Math.max(...times.map((time) => time.delivered));
    return {
      awaiting,
      callsPerSecond: (beforePayments - beforeWait) / (WAIT_MS / 1_000),
      callsToDeliver: bench.ours.count() - beforePayments,
      lastDeliveryMs: delivered - confirmed,
      medianDeliveryMs: median(times.map((time) => time.delivered - time.confirmed)),
      idleBytes,
      peakBytes: peakBytes(pid),
    };
  } finally {
    await bench.stop();
  }
}

/** Pending orders of new buyers, who have not requested their transactions yet. */
async function openOrders(bench: RpcBench, howMany: number): Promise<Buyer[]> {
  const item = await product(bench.app);
  return eachOf(Array.from({ length: howMany }), async () => {
    const buyer = await person(bench.app);
    const wallet = airdropWallet(bench.chain);
    const url = `${bench.app.url}/api/transactions`;
    const body = { productId: item.id, buyerWallet: wallet.publicKey.toBase58() };
    const { transactionId } = await post<{ transactionId: string }>(url, buyer.headers, body);
    return { person: buyer, wallet, orderId: transactionId };
  });
}

interface PaymentTimes {
  /** `performance.now()`. */
  confirmed: number;
  delivered: number;
}

/** Opens the page's WebSocket and signs the transaction; returns what sends it. */
async function preparePayment(
  bench: RpcBench,
  { orderId, wallet, person: { headers } }: Buyer,
): Promise<() => Promise<PaymentTimes>> {
  const orderUrl = `${bench.app.url}/api/transactions/${orderId}`;
  const socket = new WebSocket(`${orderUrl.replace("http", "ws")}/live`, { headers });
  await once(socket, "open");
  const paid = new Promise<void>((resolve) => {
    socket.on("message", (data) => {
      if (JSON.parse(String(data)).status === "paid") resolve();
    });
  });
  const wire = await requestTransaction(bench, orderId, wallet);
  const signed = VersionedTransaction.deserialize(Buffer.from(wire, "base64"));
  signed.sign([wallet]);

  const read = async () => (await fetchAgain(orderUrl, { headers })).json();

  return async () => {
    const connection = new Connection(bench.chain.url, "confirmed");
    const signature = await connection.sendRawTransaction(signed.serialize());
    const confirmed = confirmedAt(connection, signature);
    await post(`${orderUrl}/signature`, headers, { signature });
    const lost = sleep(DELIVERY_TIMEOUT_MS, "lost" as const, { ref: false });
    if ((await Promise.race([paid, lost])) === "lost") throw new Error("a payment was not seen");
    const view = (await read()) as Record<string, unknown>;
    if (view.status !== "paid" || !view.downloadUrl) throw new Error("a payment without a file");
    const delivered = performance.now();
    socket.close();
    return { confirmed: await confirmed, delivered };
  };
}

async function countAwaiting(bench: RpcBench): Promise<number> {
  const rows = await sql<{ n: number }>(
    bench.app,
    "SELECT count(*) AS n FROM orders WHERE status = 'awaiting'",
  );
  return rows[0]?.n ?? 0;
}

/** Runs `work` for each, some at once; the results are in the order of the items. */
async function eachOf<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = [...items.entries()];
  const workNext = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, item] = next;
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, workNext));
  return results;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
