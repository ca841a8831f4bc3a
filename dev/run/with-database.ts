import type { Miniflare } from "miniflare";
import { buildIfChanged } from "./build";
import { lockData } from "./data-lock";
import { startKeeper } from "./keeper";
import { startWorker } from "./local-worker";
import { migrate } from "./migrate";
import { freePort } from "./port";

/** Works on the database of a data folder that no running app has; the Worker answers nobody. */
export async function withDatabase(
  dataDir: string,
  work: (db: Awaited<ReturnType<Miniflare["getD1Database"]>>) => Promise<void>,
): Promise<void> {
  const lock = await lockData(dataDir);
  const keeper = startKeeper(dataDir);
  try {
    await buildIfChanged();
    const settings = { host: "127.0.0.1", port: await freePort(), dataDir, vars: {} };
    const { miniflare } = await startWorker(settings, (pid) => lock.add(pid));
    try {
      const db = await miniflare.getD1Database("DB");
      await migrate(db);
      await work(db);
    } finally {
      await miniflare.dispose();
    }
  } finally {
    await keeper.stop();
    lock.release();
  }
}
