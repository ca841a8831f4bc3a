import { createHash } from "node:crypto";
import type { RunResult } from "../run";
import type { Pool } from "./pool";

const PROGRESS_MS = 15_000;
/** An act or a fault is to happen in one of so many seeds. */
const RARE_SEEDS = 20;

type Table = Record<string, Record<string, number>>;

/** What seeds have in common. */
interface Summary {
  seeds: number;
  failures: { seed: number; failure: string }[];
  steps: number[];
  payments: number[];
  /** Fault by phase of an order. */
  coverage: Table;
  /** Seeds in which each act happened. */
  acts: Record<string, number>;
  traces: string[];
}

/**
 * Runs `count` seeds, prints failures as they come and progress now and then, and at the end the tables.
 *
 * @returns number of failed seeds
 */
export async function runMany(pool: Pool, from: number, count: number): Promise<number> {
  const startedMs = performance.now();
  const perMinute = (seeds: number) =>
    Math.round((seeds * 60_000) / (performance.now() - startedMs));
  const summary: Summary = {
    seeds: 0,
    failures: [],
    steps: [],
    payments: [],
    coverage: {},
    acts: {},
    traces: [],
  };
  const progress = setInterval(() => {
    const { seeds, failures } = summary;
    console.log(`... ${seeds} seeds, ${failures.length} failed, ${perMinute(seeds)} a minute`);
  }, PROGRESS_MS);
  await eachSeed(pool, from, from + count, async (seed) => {
    const result = await pool.run(String(seed));
    add(summary, seed, result, from);
    if (result.failure !== null) console.log(`seed ${seed} failed: ${result.failure}`);
    return result.failure === null || summary.failures.length < MAX_FAILURES;
  });
  clearInterval(progress);
  printSummary(summary);
  const peakMb = Math.round(pool.peakBytes / 1_000_000);
  console.log(`${perMinute(summary.seeds)} seeds a minute, peak memory of a process ${peakMb} MB`);
  console.log(`traces ${createHash("sha256").update(summary.traces.join()).digest("hex")}`);
  console.log(`${summary.seeds} seeds, ${summary.failures.length} failed`);
  return summary.failures.length;
}

/** More failed seeds than this say nothing new. */
const MAX_FAILURES = 100;

/** Hands seeds out in their order to all processes of the pool, until `visit` says no. */
export async function eachSeed(
  pool: Pool,
  from: number,
  end: number,
  visit: (seed: number) => Promise<boolean>,
): Promise<void> {
  let next = from;
  const work = async () => {
    while (next < end) if (!(await visit(next++))) next = end;
  };
  await Promise.all(Array.from({ length: pool.jobs }, work));
}

function add(summary: Summary, seed: number, result: RunResult, from: number): void {
  summary.seeds += 1;
  if (result.failure !== null) summary.failures.push({ seed, failure: result.failure });
  summary.steps.push(result.steps);
  summary.payments.push(result.payments);
  summary.traces[seed - from] = result.hash;
  for (const [act, times] of Object.entries(result.acts))
    summary.acts[act] = (summary.acts[act] ?? 0) + (times > 0 ? 1 : 0);
  for (const [fault, phases] of Object.entries(result.coverage)) {
    summary.coverage[fault] ??= {};
    const row = summary.coverage[fault];
    for (const [phase, times] of Object.entries(phases)) row[phase] = (row[phase] ?? 0) + times;
  }
}

function printSummary({ seeds, steps, payments, coverage, acts, failures }: Summary): void {
  console.log(`\nFaults by phase of an order, times:\n${tableOf(coverage)}`);
  console.log(`${emptyCells(coverage)} cells are empty`);
  const rows = Object.entries(acts).sort(([, one], [, other]) => one - other);
  console.log("\nActs and faults, share of the seeds in which they happened:");
  for (const [act, times] of rows) {
    const rare = times * RARE_SEEDS < seeds ? `, less than 1 in ${RARE_SEEDS}` : "";
    console.log(`  ${act} ${((times * 100) / seeds).toFixed(1)} %${rare}`);
  }
  const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
  console.log(
    `\n${total(steps)} steps, median ${median(steps)} a seed; ${total(payments)} payments, median ${median(payments)}`,
  );
  if (failures.length > 0) {
    const list = failures.map(({ seed }) => seed).sort((one, other) => one - other);
    console.log(
      `Failed seeds: ${list.join(", ")}. One of them: npm run simulate -- --seed ${list[0]}`,
    );
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;
}

/** The phases, in the order in which a run counts them. */
function phasesIn(table: Table): string[] {
  return [...new Set(Object.values(table).flatMap((row) => Object.keys(row)))];
}

function emptyCells(table: Table): number {
  const phases = phasesIn(table);
  return Object.values(table).flatMap((row) => phases.filter((phase) => !row[phase])).length;
}

/** Rows and columns by name; an empty cell is a `-`. */
function tableOf(table: Table): string {
  const columns = phasesIn(table);
  const rows = Object.keys(table)
    .sort()
    .map((name) => [name, ...columns.map((column) => String(table[name]?.[column] || "-"))]);
  const all = [["", ...columns], ...rows];
  const widths = all[0]?.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0))) ?? [];
  return all
    .map((row) =>
      row
        .map((cell, at) =>
          at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0),
        )
        .join("  "),
    )
    .join("\n");
}
