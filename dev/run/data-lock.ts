import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartFailure } from "./failure";
import { endAll, isAlive, markOf, type ProcessMark } from "./processes";

/** The process that uses a data folder, and its children. */
interface LockContent {
  holder: ProcessMark;
  children: ProcessMark[];
}

export interface DataLock {
  /** Adds a child, so that the next start can end it after a crash. */
  add(pid: number): void;
  release(): void;
}

/** The pipe to a supervisor closes shortly before the holder has ended. */
const HOLDER_EXIT_TIMEOUT_MS = 5_000;
/** How long leftover processes may take to end. */
const END_TIMEOUT_MS = 3_000;

export const lockPath = (dataDir: string) => join(dataDir, "running.json");

/**
 * Locks a data folder for this process. Leftover processes of a killed run are ended first.
 *
 * @throws StartFailure where another running process has the lock
 */
export async function lockData(dataDir: string): Promise<DataLock> {
  mkdirSync(dataDir, { recursive: true });
  const path = lockPath(dataDir);
  const holder = markOf(process.pid) ?? { pid: process.pid, started: "" };
  const content: LockContent = { holder, children: [] };
  while (!tryCreate(path, content)) {
    const found = readLock(path);
    if (found && isAlive(found.holder)) {
      throw new StartFailure(
        `Process ${found.holder.pid} is already running on ${dataDir}: stop it, or set DATA_DIR to another folder.`,
      );
    }
    await endLeftovers(path);
    rmSync(path, { force: true });
  }
  return {
    add(pid) {
      const mark = markOf(pid);
      if (!mark) return;
      content.children.push(mark);
      writeFileSync(path, JSON.stringify(content));
    },
    release: () => rmSync(path, { force: true }),
  };
}

/** Waits until `holder` has ended, and ends its children. */
export async function endLeftoversOf(holder: ProcessMark, path: string): Promise<void> {
  const until = Date.now() + HOLDER_EXIT_TIMEOUT_MS;
  while (isAlive(holder) && Date.now() < until) await sleep(20);
  await endLeftovers(path);
}

/** Ends the children of the holder of this lock, unless the holder still runs. */
async function endLeftovers(path: string): Promise<void> {
  const found = readLock(path);
  if (!found || isAlive(found.holder)) return;
  await endAll(found.children, END_TIMEOUT_MS);
}

function tryCreate(path: string, content: LockContent): boolean {
  try {
    writeFileSync(path, JSON.stringify(content), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    // On a full disk the file is there, and empty.
    rmSync(path, { force: true });
    throw error;
  }
}

function readLock(path: string): LockContent | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as LockContent;
  } catch {
    return null;
  }
}
