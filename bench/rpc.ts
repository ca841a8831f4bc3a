import { setTimeout as sleep } from "node:timers/promises";
import type { BenchRow } from "../dev/bench";
import { person } from "../tests/support/factories/person";
import { product } from "../tests/support/factories/product";
import { sql } from "../tests/support/market";
import { liveOut } from "./support/live-out";
import { officialAbandoned, officialSale } from "./support/official-sale";
import { askFor, type Followed, openOrder, ourSale, type Pace, type Way } from "./support/our-sale";
import { funded, type Stage, setStage } from "./support/stage";
import { callsWhileWaiting } from "./support/waiting";

/** Sales of each kind, on both sides. */
const SALES = 30;
/** From the start of one sale to the next (ms); no multiple of a slot or of an interval. */
const APART = 710;
const PACE: Record<Way, Pace> = {
  browser: { asksAfter: 1_000, sendsAfter: 3_000 },
  qr: { asksAfter: 4_000, sendsAfter: 5_000 },
};
/** How long abandoned checkouts are really watched (ms); the rest of their day is jumped over. */
const WATCHED = 20_000;
const ABANDONED = 10;
const DAY = 86_400_000;

/**
 * Calls to the network for a sale and for a checkout that nobody pays, and how soon a payment is
 * seen; beside the way of Solana Pay's own point of sale, on the same chain in the same minutes.
 */
export default async function rpc(): Promise<BenchRow[]> {
  const stage = await setStage();
  try {
    // In this order nothing is asked for an earlier row any more while a later one is counted.
    const unasked = await abandoned(stage, "unasked");
    const browser = await sales(stage, "browser");
    const qr = await sales(stage, "qr");
    const asked = await abandoned(stage, "asked");
    return [...browser, ...qr, ...unasked, ...asked];
  } finally {
    await stage.stop();
  }
}

/** The longest time between two looks (ms, with what chance adds) when these buyers send. */
const INTERVAL: Record<Way, number> = { browser: 400 * 1.2, qr: 1_200 * 1.2 };

async function sales(stage: Stage, way: Way): Promise<BenchRow[]> {
  const item = await product(stage.app);
  const before = [stage.ours.count(), stage.official.count()] as const;
  const followed: Followed[] = [];
  const officialMs: number[] = [];
  await Promise.all(
    Array.from({ length: SALES }, async (_, turn) => {
      await sleep(turn * APART);
      await Promise.all([
        ourSale(stage, item, way, PACE[way]).then((sale) => followed.push(sale)),
        officialSale(stage, PACE[way]).then((ms) => officialMs.push(ms)),
      ]);
    }),
  );
  await allFinal(stage, item.id);
  const { asksAfter, sendsAfter } = PACE[way];
  return [
    {
      what: `calls for a sale, ${way}, paid ${(asksAfter + sendsAfter) / 1000} s after opening`,
      ours: perOne(stage.ours.count() - before[0], SALES),
      "point of sale": perOne(stage.official.count() - before[1], SALES),
      "must stay under": way === "browser" ? 15 : 40,
    },
    {
      what: `ms from confirmed to paid, ${way} (p95 of ${SALES})`,
      ours: p95(followed.map(({ lateMs }) => lateMs)),
      "point of sale": p95(officialMs),
      "must stay under": INTERVAL[way] + p95(followed.map(({ roundTripMs }) => roundTripMs)),
    },
  ];
}

/** Checkouts that nobody pays: opened and left, or asked for by a wallet that never sends. */
async function abandoned(stage: Stage, kind: "unasked" | "asked"): Promise<BenchRow[]> {
  const before = [stage.ours.count(), stage.official.count()] as const;
  const [ids] = await Promise.all([
    Promise.all(Array.from({ length: ABANDONED }, () => leave(stage, kind))),
    ...Array.from({ length: ABANDONED }, () => officialAbandoned(stage, WATCHED)),
    sleep(WATCHED),
  ]);
  const seen = perOne(stage.ours.count() - before[0], ABANDONED);
  const official = perOne(stage.official.count() - before[1], ABANDONED);
  const [first = ""] = ids;
  const life = await liveOut(stage, first, WATCHED);
  const building = kind === "asked" ? BUILDING : 0;
  const name = kind === "asked" ? "abandoned, asked for" : "abandoned, not asked for";
  const rows: BenchRow[] = [
    {
      what: `calls for a checkout ${name}: its first ${WATCHED / 1000} s`,
      ours: seen,
      "point of sale": official,
      "must stay under": "",
    },
    {
      what: "  the same with a clock that jumps from look to look",
      ours: building + life.early,
      "point of sale": "",
      "must stay under": "",
    },
    {
      what: "  its 24 h (clock jumps; point of sale: page left open, reckoned)",
      ours: building + life.open,
      "point of sale": Math.round((official * DAY) / WATCHED),
      "must stay under": kind === "asked" ? 60 : 2,
    },
    {
      what: "  with the looks for late payments in the days after",
      ours: building + life.all,
      "point of sale": "",
      "must stay under": "",
    },
  ];
  if (kind === "unasked") return rows;
  const limited = await liveOut(stage, await leave(stage, kind, 10), WATCHED);
  const row = {
    what: "  of a limited product, with the days after",
    ours: building + limited.all,
    "point of sale": "",
    "must stay under": "",
  };
  return [...rows, row, ...(await manyWaiting(stage, official / (WATCHED / 1_000)))];
}

/** Calls per second while few and many checkouts wait; `officialRate` is that of one point of sale. */
async function manyWaiting(stage: Stage, officialRate: number): Promise<BenchRow[]> {
  const like = await leave(stage, "asked");
  const [few, many] = [10, 1_000];
  const fewer = await callsWhileWaiting(stage, like, few);
  const row = (howMany: number, rate: number, most: number | "") => ({
    what: `calls/s while ${howMany} wait, asked for 2 to 4 min ago (clock jumps; point of sale reckoned)`,
    ours: Math.round(rate * 100) / 100,
    "point of sale": Math.round(officialRate * howMany),
    "must stay under": most,
  });
  return [
    row(few, fewer, ""),
    row(many, await callsWhileWaiting(stage, like, many), Math.round(fewer * 150) / 100),
  ];
}

/** Calls that building a transaction costs: a blockhash, and the balances. */
const BUILDING = 2;

async function leave(stage: Stage, kind: "unasked" | "asked", saleLimit?: number): Promise<string> {
  const item = await product(stage.app, saleLimit ? { saleLimit } : {});
  const { transactionId, socket } = await openOrder(stage, item, await person(stage.app));
  if (kind === "asked") {
    const payer = funded(stage.chain);
    await sleep(PACE.browser.asksAfter);
    await askFor(stage, transactionId, payer);
  }
  socket.close();
  return transactionId;
}

/** Waits until nothing is asked about these sales any more. */
async function allFinal(stage: Stage, productId: string): Promise<void> {
  const until = Date.now() + FINAL_WITHIN;
  for (;;) {
    const open = await sql(
      stage.app,
      "SELECT id FROM orders WHERE product_id = ? AND finalized_at IS NULL",
      productId,
    );
    if (open.length === 0) return;
    if (Date.now() > until) throw new Error(`${open.length} sales did not become final`);
    await sleep(200);
  }
}

const FINAL_WITHIN = 60_000;

function perOne(calls: number, among: number): number {
  return Math.round((calls / among) * 10) / 10;
}

function p95(values: number[]): number {
  const sorted = values.sort((a, b) => a - b);
  return Math.round(sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN);
}
