import { readFileSync, writeFileSync } from "node:fs";
import { childrenOf } from "../../dev/run/processes";

/** Ids of the workerd processes that a process has started. */
export function workerdsOf(parent: number): number[] {
  return childrenOf(parent)
    .filter(({ name }) => name.includes("workerd"))
    .map(({ pid }) => pid);
}

/**
 * The most resident memory (bytes) that a process has had since `resetPeak`, or its start. The kernel
 * keeps it, so that no peak falls between two samples. 0 on systems other than Linux.
 */
export function peakBytes(pid: number): number {
  return process.platform === "linux" ? statusBytes(pid, "VmHWM") : 0;
}

/** Sets the peak to the present size of a process, which it returns (bytes). */
export function resetPeak(pid: number): number {
  if (process.platform !== "linux") return 0;
  // See proc_pid_clear_refs(5).
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  return statusBytes(pid, "VmRSS");
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
