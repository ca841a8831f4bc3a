import { setTimeout as sleep } from "node:timers/promises";
import type { BenchRow } from "../dev/bench";
import { sql } from "../tests/support/app-under-test";
import { person } from "../tests/support/factories/person";
import { product } from "../tests/support/factories/product";
import { callsWhileWaiting } from "./support/calls-while-waiting";
import { officialAbandoned, officialSale } from "./support/official-sale";
import {
  type BuyerPace,
  openOrder,
  ourSale,
  type PaymentFlow,
  requestTransaction,
  type SaleTimes,
} from "./support/our-sale";
import { airdropWallet, type RpcBench, startRpcBench } from "./support/rpc-bench";
import { simulatePolls } from "./support/simulate-polls";

/** Sales of each flow, by the app and by the official point of sale. */
const SALES = 30;
/** From the start of one sale to the next; no multiple of a slot or a poll interval, to spread phases. */
const SALE_SPACING_MS = 710;
const PACE: Record<PaymentFlow, BuyerPace> = {
  browser: { requestsAfterMs: 1_000, sendsAfterMs: 3_000 },
  qr: { requestsAfterMs: 4_000, sendsAfterMs: 5_000 },
};
/** How long abandoned checkouts run in real time; the rest of their day is simulated. */
const WATCHED_MS = 20_000;
const ABANDONED = 10;
const DAY_MS = 86_400_000;

/**
 * RPC calls for a sale and for an abandoned checkout, and the delay until a payment is seen, compared
 * with Solana Pay's point of sale on the same chain at the same time.
 */
export default async function rpc([part]: readonly string[]): Promise<BenchRow[]> {
  const bench = await startRpcBench();
  try {
    // `npm run bench rpc -- waiting`: the last rows alone, without a figure of the point of sale.
    if (part === "waiting") return await callRates(bench, Number.NaN);
    // `npm run bench rpc -- alone`: what a sale costs that shares nothing with others.
    const alone = await salesAlone(bench);
    if (part === "alone") return alone;
    // In this order the polls of an earlier row have ended while a later one is counted.
    const unrequested = await abandoned(bench, "unrequested");
    const browser = await sales(bench, "browser");
    const qr = await sales(bench, "qr");
    const limited = await sales(bench, "browser", 2 * SALES);
    const requested = await abandoned(bench, "requested");
    return [...alone, ...browser, ...qr, ...limited, ...unrequested, ...requested];
  } finally {
    await bench.stop();
  }
}

/** The longest poll interval, jitter included, at the time when these buyers send. */
const INTERVAL_MS: Record<PaymentFlow, number> = { browser: 400 * 1.2, qr: 1_200 * 1.2 };

/** Largest number of calls to both nodes for one sale. */
const MAX_CALLS = { browser: 14, limited: 18, qr: 40 };
/** Sales that nothing is shared with, one after the other. */
const SALES_ALONE = 5;

async function sales(bench: RpcBench, flow: PaymentFlow, saleLimit?: number): Promise<BenchRow[]> {
  const item = await product(bench.app, saleLimit ? { saleLimit } : {});
  const kind = saleLimit ? "limited" : flow;
  const before = [bench.ours.count(), bench.official.count()] as const;
  const times: SaleTimes[] = [];
  const officialMs: number[] = [];
  await Promise.all(
    Array.from({ length: SALES }, async (_, index) => {
      await sleep(index * SALE_SPACING_MS);
      await Promise.all([
        ourSale(bench, item, flow, PACE[flow]).then((sale) => times.push(sale)),
        officialSale(bench, PACE[flow]).then((ms) => officialMs.push(ms)),
      ]);
    }),
  );
  await allFinalized(bench, item.id);
  const { requestsAfterMs, sendsAfterMs } = PACE[flow];
  const name = saleLimit ? `${flow}, limited product` : flow;
  return [
    {
      what: `calls to two nodes for a sale, ${name}, paid ${(requestsAfterMs + sendsAfterMs) / 1000} s after opening`,
      ours: perOne(bench.ours.count() - before[0], SALES),
      "point of sale": perOne(bench.official.count() - before[1], SALES),
      "must stay under": MAX_CALLS[kind],
    },
    {
      what: `ms from confirmed to paid, ${name} (p95 of ${SALES})`,
      ours: p95(times.map(({ lateMs }) => lateMs)),
      "point of sale": p95(officialMs),
      "must stay under": INTERVAL_MS[flow] + p95(times.map(({ roundTripMs }) => roundTripMs)),
    },
  ];
}

/**
 * Sales one after the other, counted as from outside: all calls to both nodes from the opening until
 * the payment is final, the cron's included.
 */
async function salesAlone(bench: RpcBench): Promise<BenchRow[]> {
  let calls = 0;
  for (let sale = 0; sale < SALES_ALONE; sale++) {
    const item = await product(bench.app);
    const before = bench.ours.countAll();
    await ourSale(bench, item, "browser", PACE.browser);
    await allFinalized(bench, item.id);
    calls += bench.ours.countAll() - before;
  }
  return [
    {
      what: `calls to two nodes for a sale alone, browser, all counted (mean of ${SALES_ALONE})`,
      ours: perOne(calls, SALES_ALONE),
      "point of sale": "",
      "must stay under": MAX_CALLS.browser,
    },
  ];
}

/** Unpaid checkouts: without a wallet, or with one that requests the transaction and never sends. */
async function abandoned(bench: RpcBench, kind: "unrequested" | "requested"): Promise<BenchRow[]> {
  const before = [bench.ours.count(), bench.official.count()] as const;
  const [ids] = await Promise.all([
    Promise.all(Array.from({ length: ABANDONED }, () => abandonOne(bench, kind))),
    ...Array.from({ length: ABANDONED }, () => officialAbandoned(bench, WATCHED_MS)),
    sleep(WATCHED_MS),
  ]);
  const seen = perOne(bench.ours.count() - before[0], ABANDONED);
  const official = perOne(bench.official.count() - before[1], ABANDONED);
  const [first = ""] = ids;
  const polls = await simulatePolls(bench, first, WATCHED_MS);
  const buildCalls = kind === "requested" ? BUILD_CALLS : 0;
  const name =
    kind === "requested"
      ? "abandoned, transaction requested"
      : "abandoned, no transaction requested";
  const rows: BenchRow[] = [
    {
      what: `calls for a checkout ${name}: its first ${WATCHED_MS / 1000} s`,
      ours: seen,
      "point of sale": official,
      "must stay under": "",
    },
    {
      what: "  the same with a simulated clock",
      ours: buildCalls + polls.early,
      "point of sale": "",
      "must stay under": "",
    },
    {
      what: "  its 24 h (simulated clock; point of sale: page left open, extrapolated)",
      ours: buildCalls + polls.open,
      "point of sale": Math.round((official * DAY_MS) / WATCHED_MS),
      "must stay under": kind === "requested" ? 60 : 2,
    },
    {
      what: "  with the polls for late payments in the days after",
      ours: buildCalls + polls.all,
      "point of sale": "",
      "must stay under": "",
    },
  ];
  if (kind === "unrequested") return rows;
  const limited = await simulatePolls(bench, await abandonOne(bench, kind, 10), WATCHED_MS);
  const row = {
    what: "  of a limited product, with the days after",
    ours: buildCalls + limited.all,
    "point of sale": "",
    "must stay under": "",
  };
  return [...rows, row, ...(await callRates(bench, official / (WATCHED_MS / 1_000)))];
}

const MINUTE_MS = 60_000;
const DUST_PER_MINUTE = 40;

/** Calls per second while few and many checkouts wait; `officialRate` is for one checkout. */
async function callRates(bench: RpcBench, officialRate: number): Promise<BenchRow[]> {
  const template = await abandonOne(bench, "requested");
  const [few, many] = [10, 1_000];
  const waiting = { minAgeMs: 2 * MINUTE_MS, maxAgeMs: 4 * MINUTE_MS };
  const fewer = await callsWhileWaiting(bench, template, { ...waiting, howMany: few });
  const row = (howMany: number, rate: number, most: number | "") => ({
    what: `calls/s while ${howMany} wait, requested 2 to 4 min ago (simulated clock; point of sale extrapolated)`,
    ours: Math.round(rate * 100) / 100,
    "point of sale": Number.isNaN(officialRate) ? "" : Math.round(officialRate * howMany),
    "must stay under": most,
  });
  return [
    row(few, fewer, ""),
    row(
      many,
      await callsWhileWaiting(bench, template, { ...waiting, howMany: many }),
      Math.round(fewer * 150) / 100,
    ),
    ...(await dustRates(bench, template, 0)),
    ...(await dustRates(bench, template, 2)),
  ];
}

/** Calls per second while 1,000 checkouts wait, without and with transactions of strangers. */
async function dustRates(
  bench: RpcBench,
  template: string,
  minAgeMinutes: number,
): Promise<BenchRow[]> {
  const options = {
    howMany: 1_000,
    minAgeMs: minAgeMinutes * MINUTE_MS,
    maxAgeMs: 4 * MINUTE_MS,
  };
  const quiet = await callsWhileWaiting(bench, template, options);
  const dusty = await callsWhileWaiting(bench, template, {
    ...options,
    dustPerMinute: DUST_PER_MINUTE,
  });
  // Each is fetched once, because only its accounts tell whether it names an order. Without recent
  // checkouts that is more than all other calls.
  const most = minAgeMinutes === 0 ? 2 * quiet : quiet + (1.25 * DUST_PER_MINUTE) / 60;
  const row = (what: string, rate: number, limit: number | "") => ({
    what: `calls/s while 1000 wait, requested ${minAgeMinutes} to 4 min ago, ${what}`,
    ours: Math.round(rate * 100) / 100,
    "point of sale": "",
    "must stay under": limit === "" ? "" : Math.round(limit * 100) / 100,
  });
  return [
    row("quiet", quiet, ""),
    row(`${DUST_PER_MINUTE} transactions of strangers a minute`, dusty, most),
  ];
}

/** Calls for building a transaction: a blockhash, and the balances. */
const BUILD_CALLS = 2;

async function abandonOne(
  bench: RpcBench,
  kind: "unrequested" | "requested",
  saleLimit?: number,
): Promise<string> {
  const item = await product(bench.app, saleLimit ? { saleLimit } : {});
  const { transactionId, socket } = await openOrder(bench, item, await person(bench.app));
  if (kind === "requested") {
    const payer = airdropWallet(bench.chain);
    await sleep(PACE.browser.requestsAfterMs);
    await requestTransaction(bench, transactionId, payer);
  }
  socket.close();
  return transactionId;
}

/** Waits until all these sales are finalized, after which they cause no calls. */
async function allFinalized(bench: RpcBench, productId: string): Promise<void> {
  const until = Date.now() + FINALIZE_TIMEOUT_MS;
  for (;;) {
    const open = await sql(
      bench.app,
      "SELECT id FROM orders WHERE product_id = ? AND finalized_at IS NULL",
      productId,
    );
    if (open.length === 0) return;
    if (Date.now() > until) throw new Error(`${open.length} sales were not finalized in time`);
    await sleep(FINALIZE_POLL_MS);
  }
}

const FINALIZE_TIMEOUT_MS = 60_000;
const FINALIZE_POLL_MS = 200;

function perOne(calls: number, among: number): number {
  return Math.round((calls / among) * 10) / 10;
}

function p95(values: number[]): number {
  const sorted = values.sort((a, b) => a - b);
  return Math.round(sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN);
}
