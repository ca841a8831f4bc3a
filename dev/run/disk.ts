import { accessSync, constants, existsSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import { StartFailure } from "./failure";

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
