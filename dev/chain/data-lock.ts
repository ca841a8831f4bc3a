import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** Another chain that lives on the same data. */
export class DataInUseError extends Error {
  constructor(
    readonly folder: string,
    readonly pid: number,
    readonly url: string,
  ) {
    super(`${folder} is in use by process ${pid}, which answers on ${url}`);
  }
}

/** Milliseconds that the holder of a lock has to show that it lives. */
const ANSWER_MS = 1_000;
const holder = z.object({ pid: z.int().positive(), url: z.url() });

/**
 * Refuses to share a folder with a chain that lives. A lock whose process is gone, or does not
 * answer as a chain (its number may belong to another program by now), counts for nothing.
 *
 * @throws DataInUseError
 */
export async function requireUnused(folder: string): Promise<void> {
  const found = readLock(folder);
  if (!found || found.pid === process.pid || !isAlive(found.pid)) return;
  const answer = await fetch(`${found.url}/health`, { signal: AbortSignal.timeout(ANSWER_MS) })
    .then((response) => response.text())
    .catch(() => undefined);
  if (answer === "ok") throw new DataInUseError(folder, found.pid, found.url);
}

/** Marks the folder as this process's own; returns what takes the mark away. */
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
    // The process is there and somebody else's.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
