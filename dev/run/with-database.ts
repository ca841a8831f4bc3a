import type { Miniflare } from "miniflare";
import { lockData } from "./data-lock";
import { localDatabase } from "./local-database";
import { startDatabaseWorker } from "./local-worker";
import { migrate } from "./migrate";
import { startSupervisor } from "./supervisor";

/** Runs `work` on the migrated database of a data folder that no running app uses. */
export async function withDatabase(
  dataDir: string,
  work: (db: D1Database, bindings: Pick<Miniflare, "getR2Bucket">) => Promise<void>,
): Promise<void> {
  const lock = await lockData(dataDir);
  const supervisor = startSupervisor();
  supervisor.add(dataDir);
  try {
    const miniflare = await startDatabaseWorker(dataDir, (pid) => lock.add(pid));
    try {
      const db = localDatabase(miniflare);
      await migrate(db);
      await work(db, miniflare);
    } finally {
      await miniflare.dispose();
    }
  } finally {
    await supervisor.stop();
    lock.release();
  }
}
