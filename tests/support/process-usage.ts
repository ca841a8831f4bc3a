import { readFileSync, writeFileSync } from "node:fs";
import { childrenOf } from "../../dev/run/processes";

/** Ids of the workerd processes that a process has started. */
export function workerdsOf(parent: number): number[] {
  return childrenOf(parent)
    .filter(({ name }) => name.includes("workerd"))
    .map(({ pid }) => pid);
}

export interface MemoryGrowth {
  /** The most that the process had, from `watchMemory` until now, above what it had then (bytes). */
  bytes(): number;
}

/**
 * Follows the resident memory of a process. The kernel keeps the peak (`VmHWM`), which this resets, so
 * that no peak falls between two samples. Null on systems other than Linux.
 */
export function watchMemory(pid: number): MemoryGrowth | null {
  if (process.platform !== "linux") return null;
  // 5 sets the peak to the present size; see proc_pid_clear_refs(5).
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  const before = statusBytes(pid, "VmRSS");
  return { bytes: () => Math.max(0, statusBytes(pid, "VmHWM") - before) };
}

/** Linux counts processor time in ticks of 10 ms; see proc_pid_stat(5). */
const TICK_MS = 10;

/** Processor time of a process so far, in user and system mode (ms); 0 on systems other than Linux. */
export function cpuMsOf(pid: number): number {
  if (process.platform !== "linux") return 0;
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the process, before `)`, may contain spaces. Fields 14 and 15 are the times.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function statusBytes(pid: number, field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+) kB`).exec(status) ?? [];
  if (!kilobytes) throw new Error(`/proc/${pid}/status has no ${field}`);
  return Number(kilobytes) * 1_024;
}
