import { rmSync } from "node:fs";
import type { BenchRow } from "../dev/bench";
import { SHIPPED } from "../dev/run/build";
import { startAppProcess } from "../tests/support/app";

const RUNS = 5;
/** Sequential page requests. */
const PAGES = 200;

/** Duration of the start command, with and without a build, and of stopping. */
export default async function start(): Promise<BenchRow[]> {
  rmSync(SHIPPED.workerDir, { recursive: true, force: true });
  const cold = await timed(() => startAppProcess());
  const first = await timed(() => cold.value.stop());
  const warm: number[] = [];
  const stop: number[] = [first.ms];
  const page: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const app = await timed(() => startAppProcess());
    warm.push(app.ms);
    page.push(await pageMs(app.value.url));
    stop.push((await timed(() => app.value.stop())).ms);
  }
  return [
    { what: "start, nothing built", ms: cold.ms, "must stay under": "" },
    { what: "start, built (median)", ms: median(warm), "must stay under": 15_000 },
    { what: "start, built (worst)", ms: Math.max(...warm), "must stay under": 15_000 },
    { what: "stop (worst)", ms: Math.max(...stop), "must stay under": 5_000 },
    { what: "first page, one after the other (median)", ms: median(page), "must stay under": "" },
  ];
}

async function pageMs(url: string): Promise<number> {
  const all = await timed(async () => {
    for (let i = 0; i < PAGES; i++) await (await fetch(url)).text();
  });
  return Math.round((all.ms / PAGES) * 10) / 10;
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const from = performance.now();
  const value = await work();
  return { value, ms: Math.round(performance.now() - from) };
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
