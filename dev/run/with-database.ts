// Opens the database of a data folder for commands, while no app runs on it.
import { existsSync } from "node:fs";
import type { Miniflare } from "miniflare";
import { lockData, startSupervisor } from "./data-folder";
import { StartFailure } from "./failure";
import { localDatabase } from "./local-database";
import { databaseFolder, startDatabaseWorker } from "./local-worker";
import { migrate, missingMigrations } from "./migrate";

type Bindings = Pick<Miniflare, "getR2Bucket" | "dispatchFetch">;
type Work = (db: D1Database, bindings: Bindings) => Promise<void>;

/** Runs `work` on the migrated database of a data folder that no running app uses; makes a new one. */
export function withDatabase(dataDir: string, work: Work): Promise<void> {
  return openDatabase(dataDir, async (db, bindings) => {
    await migrate(db);
    await work(db, bindings);
  });
}

/**
 * Runs `work` on the database of a data folder that no running app uses, for commands that look: creates
 * and migrates nothing.
 *
 * @throws StartFailure where there is no database, or it lacks migrations of this version
 */
export async function withExistingDatabase(dataDir: string, work: Work): Promise<void> {
  assertDatabase(dataDir);
  await openDatabase(dataDir, async (db, bindings) => {
    assertMigrated(dataDir, await missingMigrations(db));
    await work(db, bindings);
  });
}

/** @throws StartFailure where migrations are missing */
export function assertMigrated(dataDir: string, missing: readonly string[]): void {
  if (missing.length === 0) return;
  throw new StartFailure(
    `The database in ${dataDir} lacks ${missing.join(", ")}. Nothing was changed: npm start applies them, after a backup.`,
  );
}

/** @throws StartFailure where the folder has no database */
export function assertDatabase(dataDir: string): void {
  if (hasDatabase(dataDir)) return;
  throw new StartFailure(`There is no database in ${dataDir}: is DATA_DIR right?`);
}

export function hasDatabase(dataDir: string): boolean {
  return existsSync(databaseFolder(dataDir));
}

/** Without migrating it. */
export async function openDatabase(dataDir: string, work: Work): Promise<void> {
  const lock = await lockData(dataDir);
  const supervisor = startSupervisor();
  supervisor.add(dataDir);
  try {
    const miniflare = await startDatabaseWorker(dataDir, (pid) => lock.add(pid));
    try {
      await work(localDatabase(miniflare), miniflare);
    } finally {
      await miniflare.dispose();
    }
  } finally {
    await supervisor.stop();
    lock.release();
  }
}
