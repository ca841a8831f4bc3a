// Processor time of all processes of a test run: the budget of tests (decision 043) is measured by it.
import { readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in ticks of 10 ms; see proc_pid_stat(5). */
const TICK_MS = 10;
/** A process that lives less than this and is not reaped by its parent is not seen. */
const SAMPLE_MS = 2_000;

interface ProcessTimes {
  pid: number;
  parent: number;
  /** Ticks since boot. */
  started: string;
  /** Processor time of the process, with its ended children that it waited for (ms). */
  ms: number;
  /** Of that, the part of the ended children. */
  childrenMs: number;
}

export interface ProcessorTimeMeter {
  /**
   * Processor time since the start of the meter of this process and all that it has started, ended or not
   * (ms): what the kernel adds to a parent when it waits for a child, and of a process whose parent was
   * killed, what it was seen with last.
   */
  totalMs(): number;
  /** That of the direct children that have ended since, with theirs (ms). */
  endedChildrenMs(): number;
  stop(): void;
}

/** Null on systems without /proc. */
export function startProcessorTimeMeter(): ProcessorTimeMeter | null {
  if (process.platform !== "linux") return null;
  // What has ended before is not counted: a first run has installed the packages.
  const before = readTimes(process.pid);
  /** Processes of this run, by pid and start. */
  let known = new Map<string, ProcessTimes>();
  /** Those that lost their parent: no other process counts them. */
  const orphans = new Map<string, number>();
  const sample = () => {
    const running = readProcesses();
    const family = familyOf(running, known);
    for (const one of family) {
      const key = keyOf(one);
      const isOrphan = one.pid !== process.pid && !family.some(({ pid }) => pid === one.parent);
      if (orphans.has(key) || isOrphan) orphans.set(key, one.ms);
    }
    known = new Map(family.map((one) => [keyOf(one), one]));
    return family;
  };
  const timer = setInterval(sample, SAMPLE_MS);
  timer.unref();
  return {
    totalMs() {
      const living = sample().filter((one) => !orphans.has(keyOf(one)));
      const sum = (values: number[]) => values.reduce((one, other) => one + other, 0);
      return sum(living.map(({ ms }) => ms)) + sum([...orphans.values()]) - (before?.ms ?? 0);
    },
    endedChildrenMs: () => (readTimes(process.pid)?.childrenMs ?? 0) - (before?.childrenMs ?? 0),
    stop: () => clearInterval(timer),
  };
}

const keyOf = ({ pid, started }: ProcessTimes) => `${pid} ${started}`;

/** This process, those below it, and those that were below it before their parent ended. */
function familyOf(
  running: readonly ProcessTimes[],
  before: ReadonlyMap<string, unknown>,
): ProcessTimes[] {
  const family = new Map<number, ProcessTimes>();
  for (let size = -1; size !== family.size; ) {
    size = family.size;
    for (const one of running) {
      const isIn = one.pid === process.pid || before.has(keyOf(one)) || family.has(one.parent);
      if (isIn) family.set(one.pid, one);
    }
  }
  return [...family.values()];
}

function readProcesses(): ProcessTimes[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readTimes(Number(name)) ?? []);
}

/** Fields 4, 14 to 17 and 22 of /proc/pid/stat; the name in field 2 may contain spaces. */
function readTimes(pid: number): ProcessTimes | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const msOf = (...at: number[]) =>
      at.reduce((all, one) => all + Number(fields[one]), 0) * TICK_MS;
    const [parent, started = ""] = [Number(fields[1]), fields[19]];
    return { pid, parent, started, ms: msOf(11, 12, 13, 14), childrenMs: msOf(13, 14) };
  } catch {
    return null;
  }
}
