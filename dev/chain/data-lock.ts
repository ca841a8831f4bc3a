import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** Another chain runs on the same data. */
export class DataInUseError extends Error {
  constructor(
    readonly folder: string,
    readonly pid: number,
    readonly url: string,
  ) {
    super(`${folder} is in use by process ${pid}, which answers on ${url}`);
  }
}

/** Time that the holder of a lock gets to answer a health check. */
const HEALTH_TIMEOUT_MS = 1_000;
const holder = z.object({ pid: z.int().positive(), url: z.url() });

/**
 * Checks that no running chain uses the folder. A lock is stale where its process has ended or does
 * not answer as a chain: another program may have its number by now.
 *
 * @throws DataInUseError
 */
export async function assertUnused(folder: string): Promise<void> {
  const found = readLock(folder);
  if (!found || found.pid === process.pid || !isAlive(found.pid)) return;
  const answer = await fetch(`${found.url}/health`, {
    signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
  })
    .then((response) => response.text())
    .catch(() => undefined);
  if (answer === "ok") throw new DataInUseError(folder, found.pid, found.url);
}

/** Locks the folder for this process; returns a function that releases it. */
export function lockData(folder: string, url: string): () => void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(lockPath(folder), JSON.stringify({ pid: process.pid, url }));
  return () => rmSync(lockPath(folder), { force: true });
}

function readLock(folder: string) {
  try {
    return holder.parse(JSON.parse(readFileSync(lockPath(folder), "utf8")));
  } catch {
    return undefined;
  }
}

function lockPath(folder: string): string {
  return join(folder, "lock.json");
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
