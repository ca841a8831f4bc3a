import { type LogEvent, type LogLevel, logLine } from "../app/lib/log";

/** What is counted beside events: polls by their outcome, calls of nodes by host and outcome. */
type Counted = LogEvent | "poll" | "rpc";

/** How often things happen. */
export interface Counters {
  /** Adds one under this name and these labels, of which there are few. */
  count(name: Counted, ...labels: string[]): void;
  /** From now on writes data points to the deployment's data set, if it has one. */
  bind(dataset: AnalyticsEngineDataset | undefined): void;
}

const LINE_INTERVAL_MS = 60_000;
/** A line with so many sums has about 16 KB. */
const MAX_SUMS = 400;

interface Printer {
  /** Epoch ms. */
  now(): number;
  print(level: LogLevel, line: string): void;
}

/**
 * The counters of an isolate. Without a data set it adds up in memory and writes the sums as a line, with
 * the first count after a minute: those of an isolate that ends before are lost. Both are for watching;
 * the books are in the database.
 */
export function createCounters({ now, print }: Printer): Counters {
  let dataset: AnalyticsEngineDataset | undefined;
  let sums = new Map<string, number>();
  let since = 0;

  function writeSums(at: number): void {
    const fields = { seconds: Math.round((at - since) / 1_000), counts: Object.fromEntries(sums) };
    print("info", logLine("counts", fields, { at, id: null }));
    sums = new Map();
    since = at;
  }

  return {
    count(name, ...labels) {
      if (dataset) {
        dataset.writeDataPoint({ indexes: [name], blobs: labels, doubles: [1] });
        return;
      }
      const at = now();
      const isDue = Math.abs(at - since) >= LINE_INTERVAL_MS || sums.size >= MAX_SUMS;
      if (sums.size === 0) since = at;
      else if (isDue) writeSums(at);
      const key = [name, ...labels].join(" ");
      sums.set(key, (sums.get(key) ?? 0) + 1);
    },
    bind(bound) {
      dataset = bound;
    },
  };
}
