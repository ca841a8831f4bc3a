import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import type { BenchRow } from "../dev/bench";
import { StartFailure } from "../dev/run/failure";
import { ignoreSpuriousWakeups } from "../dev/run/local-worker";
import { migrate } from "../dev/run/migrate";
import type { Cost } from "../tests/support/d1-meter";
import { insertPerson } from "../tests/support/factories/person";
import { insertProduct } from "../tests/support/factories/product";
import { insertManySales } from "../tests/support/many-sales";
import { bundleWorker } from "./support/bundle-worker";

const SIZES = [1_000, 10_000, 100_000];
const RUNS = 3;
const HOUR_MS = 3_600_000;
const MB = 1_000_000;

/**
 * The report of transactions of sellers with so many sales: rows that D1 reads, time beside a bare
 * stream of the same bytes, and how far the memory of workerd grows. Arguments are numbers of sales.
 */
export default async function exports(args: readonly string[]): Promise<BenchRow[]> {
  const sizes = args.length > 0 ? args.map(Number) : SIZES;
  if (!sizes.every((size) => Number.isSafeInteger(size) && size > 0)) {
    throw new StartFailure(`Numbers of sales are needed, as in 1000 10000: ${args}`);
  }
  ignoreSpuriousWakeups();
  const path = mkdtempSync(join(tmpdir(), "exports-"));
  const miniflare = new Miniflare({
    modules: true,
    script: await bundleWorker("bench/support/exports-worker.ts"),
    compatibilityDate: "2026-04-01",
    compatibilityFlags: ["nodejs_compat"],
    d1Databases: ["DB"],
    d1Persist: path,
    cf: false,
  });
  try {
    const db = (await miniflare.getD1Database("DB")) as unknown as D1Database;
    await migrate(db);
    const url = await miniflare.ready;
    const rows: BenchRow[] = [];
    for (const sales of sizes) {
      console.log(`${sales} sales ...`);
      const { uid } = await insertPerson(db);
      const productId = await insertProduct(db, uid);
      const times = { from: Date.UTC(2020, 0), everyMs: HOUR_MS };
      await insertManySales(db, { ownerUid: uid, productId, count: sales, ...times });
      rows.push({ sales, ...(await measure(url, uid)) });
    }
    return rows;
  } finally {
    await miniflare.dispose();
    rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measure(url: URL, uid: string): Promise<BenchRow> {
  const report = new URL(`/report?uid=${uid}`, url);
  const { bytes } = await download(report);
  await fetch(new URL("/cost", url));
  const [taken, bare]: [number[], number[]] = [[], []];
  let grown = 0;
  for (let run = 0; run < RUNS; run++) {
    const before = workerdBytes();
    const result = await download(report);
    taken.push(result.ms);
    grown = Math.max(grown, result.peakBytes - before);
    bare.push((await download(new URL(`/bare?bytes=${bytes}`, url))).ms);
  }
  const cost = (await (await fetch(new URL("/cost", url))).json()) as Cost;
  const entries = (await (await fetch(report)).text()).split("\r\n").length - 2;
  return {
    entries,
    "report MB": hundredths(bytes / MB),
    queries: cost.batches / RUNS,
    "rows read": cost.read / RUNS,
    "rows an entry": hundredths(cost.read / RUNS / entries),
    "D1 ms": Math.round(cost.ms / RUNS),
    ms: Math.round(median(taken)),
    "bare stream ms": Math.round(median(bare)),
    "memory grows by MB": hundredths(grown / MB),
  };
}

async function download(url: URL): Promise<{ bytes: number; ms: number; peakBytes: number }> {
  const from = performance.now();
  const { body } = await fetch(url);
  let bytes = 0;
  let peakBytes = workerdBytes();
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    peakBytes = Math.max(peakBytes, workerdBytes());
  }
  return { bytes, ms: performance.now() - from, peakBytes };
}

/** Resident memory of the child processes, on Linux; elsewhere 0. */
function workerdBytes(): number {
  try {
    const tasks = `/proc/${process.pid}/task`;
    const children = readdirSync(tasks).flatMap((task) =>
      readFileSync(`${tasks}/${task}/children`, "utf8").split(" ").filter(Boolean),
    );
    const sizes = children.map((pid) => {
      const [, kilobytes] =
        /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
      return Number(kilobytes ?? 0) * 1_024;
    });
    return sizes.reduce((sum, size) => sum + size, 0);
  } catch {
    return 0;
  }
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const hundredths = (value: number) => Math.round(value * 100) / 100;
