// Guards a data folder: one process writes it, its children end with it, and its disk has room.

import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartFailure } from "./failure";
import { ROOT } from "./paths";
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
 * @param refusal says why, where process `pid` has the lock
 * @throws StartFailure where another running process has the lock
 */
export async function lockData(
  dataDir: string,
  refusal = (pid: number) =>
    `Process ${pid} is already running on ${dataDir}: stop it, or set DATA_DIR to another folder.`,
): Promise<DataLock> {
  mkdirSync(dataDir, { recursive: true });
  const path = lockPath(dataDir);
  const holder = markOf(process.pid) ?? { pid: process.pid, started: "" };
  const content: LockContent = { holder, children: [] };
  while (!tryCreate(path, content)) {
    const found = readLock(path);
    if (found && isAlive(found.holder)) {
      throw new StartFailure(refusal(found.holder.pid));
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

/** A new database with the demo takes 25 MB, and a build 40 MB. */
const MIN_FREE_BYTES = 64 * 1024 ** 2;
const MB = 1024 ** 2;

/**
 * Checks that this user may write to a folder, which need not exist yet, and that its disk has room: what
 * fails in the middle of a write says less, and SQLite and workerd end or hang.
 *
 * @throws StartFailure
 */
export function assertRoom(folder: string): void {
  const existing = firstExisting(folder);
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
  } catch {
    throw new StartFailure(
      `${existing} can't be written to: change its owner or permissions, or set DATA_DIR to another folder.`,
    );
  }
  const low = lowSpace(existing);
  if (low) throw new StartFailure(low);
}

/** A sentence where the disk of a folder is almost full; null where it has room. */
export function lowSpace(folder: string): string | null {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= MIN_FREE_BYTES) return null;
  return `The disk of ${folder} is full: ${Math.floor(free / MB)} MB are free, ${MIN_FREE_BYTES / MB} MB are needed. Make room, or set DATA_DIR to a folder on another disk.`;
}

const WATCH_MS = 60_000;

/** Says so, once, when the disk of a folder is almost full while the app runs. */
export function watchSpace(folder: string): { stop(): void } {
  let isSaid = false;
  const timer = setInterval(() => {
    const low = lowSpace(folder);
    if (low && !isSaid) console.error(low);
    isSaid = low !== null;
  }, WATCH_MS);
  return { stop: () => clearInterval(timer) };
}

function firstExisting(folder: string): string {
  return existsSync(folder) ? folder : firstExisting(dirname(folder));
}

/** A process that ends the children of this one after it was killed. */
export interface Supervisor {
  /** Adds a data folder, whose lock names children of this process. */
  add(dataDir: string): void;
  remove(dataDir: string): void;
  stop(): Promise<void>;
}

/**
 * Starts a supervisor. It is in a process group of its own, which Ctrl-C does not signal. It ends by
 * itself with this process, which it does not keep alive.
 */
export function startSupervisor(): Supervisor {
  const script = join(ROOT, "dev/run/supervisor-process.mjs");
  const holder = JSON.stringify(markOf(process.pid) ?? {});
  const child = spawn(process.execPath, [script, holder], {
    stdio: ["pipe", "ignore", "inherit"],
    detached: true,
  });
  const ended = once(child, "exit");
  // Writing to a supervisor that has ended fails, and has nothing to change.
  child.stdin.on("error", () => undefined);
  child.unref();
  const send = (change: "+" | "-", dataDir: string) =>
    void child.stdin.write(`${change}${lockPath(dataDir)}\n`);
  return {
    add: (dataDir) => send("+", dataDir),
    remove: (dataDir) => send("-", dataDir),
    async stop() {
      child.ref();
      child.kill("SIGKILL");
      await ended;
    },
  };
}
