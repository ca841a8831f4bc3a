import type { BenchRow } from "../../../dev/bench";
import type { Load } from "./load";
import type { PageRounds, Servers } from "./rounds";
import { hundredths, median, medianRatio, wobble } from "./statistics";
import type { Vitals } from "./vitals";
import type { VitalsRounds } from "./vitals-rounds";

const SERVERS: readonly (keyof Servers)[] = ["rendered", "cached", "stock", "bare"];
const KB = 1_024;

interface Subject {
  page: string;
  /** False where the bare Worker has nothing to read. */
  hasData: boolean;
}

/**
 * One row for each server of a page. Ratios are medians of the rounds. What Chromium measured of the app
 * as it is deployed stands in the row of the cached page.
 */
export function rowsOf(
  { page, hasData }: Subject,
  rounds: PageRounds | undefined,
  vitals: VitalsRounds | undefined,
): BenchRow[] {
  const loaded = { cached: vitals?.ours, stock: vitals?.stock } as Partial<
    Record<keyof Servers, Vitals[]>
  >;
  return SERVERS.filter((server) => rounds || loaded[server]).map((server) => ({
    page,
    server,
    ...(rounds && loadColumns(rounds, server, hasData)),
    ...vitalsColumns(loaded[server]),
  }));
}

function loadColumns(rounds: PageRounds, server: keyof Servers, hasData: boolean): BenchRow {
  const values = (of: keyof Servers, key: keyof Load) => rounds[of].map((load) => load[key]);
  const ratio = (to: keyof Servers, key: keyof Load) =>
    hundredths(medianRatio(values(server, key), values(to, key)));
  const speeds = values(server, "perSecond");
  return {
    "requests/s": Math.round(10 * median(speeds)) / 10,
    "to stock": ratio("stock", "perSecond"),
    "to bare": hasData ? ratio("bare", "perSecond") : "",
    "spread (%)": Math.round(100 * wobble(speeds)),
    "CPU (ms)": hundredths(median(values(server, "cpuMs"))),
    "CPU to stock": ratio("stock", "cpuMs"),
    bytes: Math.round(median(values(server, "bytes"))),
  };
}

function vitalsColumns(loads: readonly Vitals[] | undefined): BenchRow {
  const of = (key: keyof Vitals) => (loads ? median(loads.map((load) => load[key])) : null);
  const shown = (key: keyof Vitals, format: (value: number) => number) => {
    const value = of(key);
    return value === null ? "" : format(value);
  };
  return {
    "LCP (ms)": shown("lcpMs", Math.round),
    CLS: shown("cls", (value) => Math.round(1_000 * value) / 1_000),
    "INP (ms)": shown("inpMs", Math.round),
    "first click (ms)": shown("firstClickMs", Math.round),
    "script (KB, gzip)": shown("scriptBytes", (bytes) => Math.round((10 * bytes) / KB) / 10),
    elements: shown("elements", Math.round),
  };
}
