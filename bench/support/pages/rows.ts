import type { BenchRow } from "../../../dev/bench";
import type { Load } from "./load";
import type { PageRounds, ServerName } from "./rounds";
import { hundredths, median, medianRatio, wobble } from "./statistics";
import type { Vitals } from "./vitals";
import type { VitalsRounds } from "./vitals-rounds";

const SERVERS: readonly ServerName[] = ["rendered", "cached", "stock", "html", "bare"];
const BASELINES = ["stock", "html", "bare"] as const;
const KB = 1_024;

/**
 * One row for each server of a page. Ratios are medians of the rounds. What Chromium measured of the app
 * as it is deployed stands in the row of the cached page.
 */
export function rowsOf(
  page: string,
  rounds: PageRounds | undefined,
  vitals: VitalsRounds | undefined,
): BenchRow[] {
  const loaded: Partial<Record<ServerName, Vitals[]>> = vitals
    ? { cached: vitals.ours, stock: vitals.stock }
    : {};
  return SERVERS.filter((server) => rounds?.[server] || loaded[server]).map((server) => ({
    page,
    server,
    ...(rounds && loadColumns(rounds, server)),
    ...vitalsColumns(loaded[server]),
  }));
}

function loadColumns(rounds: PageRounds, server: ServerName): BenchRow {
  const values = (of: ServerName, key: keyof Load) =>
    (rounds[of]?.loads ?? []).map((load) => load[key]);
  const ratio = (to: ServerName, key: keyof Load) =>
    rounds[to] ? hundredths(medianRatio(values(server, key), values(to, key))) : "";
  const speeds = values(server, "perSecond");
  const crowd = rounds[server]?.crowd;
  return {
    "requests/s": Math.round(10 * median(speeds)) / 10,
    ...Object.fromEntries(BASELINES.map((to) => [`to ${to}`, ratio(to, "perSecond")])),
    "spread (%)": Math.round(100 * wobble(speeds)),
    "CPU (ms)": hundredths(median(values(server, "cpuMs"))),
    "CPU to stock": ratio("stock", "cpuMs"),
    "CPU to html": ratio("html", "cpuMs"),
    "p50 of 25 (ms)": crowd ? hundredths(crowd.p50Ms) : "",
    "p99 of 25 (ms)": crowd ? hundredths(crowd.p99Ms) : "",
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
