import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartFailure } from "./failure";
import { endAll, isAlive, markOf, type ProcessMark } from "./processes";

/** Who runs on a data folder, and what it started. */
interface LockContent {
  holder: ProcessMark;
  children: ProcessMark[];
}

export interface DataLock {
  /** Notes a child, so that whoever comes after a crash can end it. */
  add(pid: number): void;
  release(): void;
}

/** How long leftovers may take to go. */
const END_WAIT_MS = 3_000;

export const lockPath = (dataDir: string) => join(dataDir, "running.json");

/**
 * Takes a data folder for this process. What a killed run left behind is ended first.
 *
 * @throws StartFailure where a living run has the folder
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

/** Ends what the holder of this lock started, unless the holder lives. */
export async function endLeftovers(path: string): Promise<void> {
  const found = readLock(path);
  if (!found || isAlive(found.holder)) return;
  await endAll(found.children, END_WAIT_MS);
}

function tryCreate(path: string, content: LockContent): boolean {
  try {
    writeFileSync(path, JSON.stringify(content), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
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
