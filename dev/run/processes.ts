// Processes by id and start time: an id alone is reused, and the wrong process would be ended.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A process by its id and start time: an id alone can be reused. */
export interface ProcessMark {
  pid: number;
  started: string;
}

interface ProcessRow extends ProcessMark {
  parent: number;
  name: string;
}

/** The mark of a running process; null where there is none. */
export function markOf(pid: number): ProcessMark | null {
  const row = rowOf(pid);
  return row && { pid: row.pid, started: row.started };
}

/** True while the marked process runs. */
export function isAlive(mark: ProcessMark): boolean {
  return rowOf(mark.pid)?.started === mark.started;
}

export function childrenOf(pid: number): ProcessRow[] {
  return rows().filter((row) => row.parent === pid);
}

/** `childrenOf` for repeated calls during a short time: reads each process of others once. */
export function childrenWatch(pid: number): () => ProcessRow[] {
  const others = new Set<number>();
  return () => {
    const unknown = rows((one) => !others.has(one));
    for (const row of unknown) if (row.parent !== pid) others.add(row.pid);
    return unknown.filter((row) => row.parent === pid);
  };
}

/** The npm that runs this command, if any, and the shell between them. */
export function parentNpm(pid: number): ProcessMark[] {
  if (!process.env.npm_lifecycle_event) return [];
  const found: ProcessMark[] = [];
  const parent = rowOf(pid)?.parent ?? 0;
  const above = parent > 1 ? rowOf(parent) : null;
  if (!above) return found;
  found.push({ pid: above.pid, started: above.started });
  const second = /^(sh|bash|dash|zsh|ash)$/.test(above.name) ? rowOf(above.parent) : null;
  if (second && second.pid > 1) found.push({ pid: second.pid, started: second.started });
  return found;
}

/** Kills marked processes and waits at most `waitMs` until they have ended. */
export async function endAll(marks: ProcessMark[], waitMs: number): Promise<void> {
  for (const mark of marks) {
    if (isAlive(mark)) tryKill(mark.pid);
  }
  const until = Date.now() + waitMs;
  while (marks.some(isAlive) && Date.now() < until) await sleep(20);
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended after the check.
  }
}

function rows(isWanted = (_pid: number) => true): ProcessRow[] {
  if (process.platform === "linux") {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return pids.map(Number).flatMap((pid) => (isWanted(pid) ? (fromProc(pid) ?? []) : []));
  }
  return fromPs(["-A"]).filter(({ pid }) => isWanted(pid));
}

function rowOf(pid: number): ProcessRow | null {
  if (process.platform === "linux") return fromProc(pid);
  return fromPs(["-p", String(pid)])[0] ?? null;
}

/** Field 22 of /proc/pid/stat is the start time in clock ticks since boot; `Z` in field 3 is a zombie. */
function fromProc(pid: number): ProcessRow | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const end = stat.lastIndexOf(")");
    const name = stat.slice(stat.indexOf("(") + 1, end);
    const fields = stat.slice(end + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return null;
    return { pid, name, parent: Number(fields[1]), started: fields[19] ?? "" };
  } catch {
    return null;
  }
}

/** For systems without /proc. */
function fromPs(which: string[]): ProcessRow[] {
  if (process.platform === "win32") return [];
  try {
    const columns = ["-o", "pid=,ppid=,stat=,lstart=,comm="];
    const text = execFileSync("ps", [...which, ...columns], { encoding: "utf8" });
    return text.split("\n").flatMap(fromPsLine);
  } catch {
    return [];
  }
}

/** `lstart` is five words long, such as `Mon Jan  5 10:00:00 2026`. */
function fromPsLine(line: string): ProcessRow[] {
  const [pid, parent, state = "", ...rest] = line.trim().split(/\s+/);
  if (!pid || state.startsWith("Z")) return [];
  const name = rest.slice(5).join(" ").split("/").pop() ?? "";
  return [{ pid: Number(pid), parent: Number(parent), started: rest.slice(0, 5).join(" "), name }];
}
