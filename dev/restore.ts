/**
 * `npm run restore -- PATH [--remote]`: restores a backup into the empty database of `DATA_DIR`, or into the
 * deployed one, whose migrations have been applied, without sessions, codes and links. The search index is
 * then written again by the rules of this version. Files and secrets go back to `DATA_DIR` as well.
 */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { reindex } from "../db/shop/reindex";
import { databasePath } from "./backup/backup-folder";
import {
  MAX_PARAMETER_CHARS,
  remoteDatabase,
  type SqlDatabase,
  sqlDatabase,
  withParameters,
} from "./backup/database";
import {
  assertNoUsers,
  assertSameMigrations,
  readHeader,
  restoreBackup,
} from "./backup/restore-backup";
import { assertWhole, restoreFiles, restoreSecrets } from "./backup/restore-folder";
import { runCommand, StartFailure } from "./run/failure";
import { appliedMigrations, readMigrations } from "./run/migrate";
import { readStartSettings } from "./run/settings";
import { hasDatabase, openDatabase, withDatabase } from "./run/with-database";

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { remote: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [given] = positionals;
  if (!given) throw new StartFailure("Which backup? npm run restore -- PATH [--remote]");
  const path = resolve(given);
  const folder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : null;
  if (folder) await assertWhole(folder);
  const file = folder ? databasePath(folder) : path;
  const restore = async (db: SqlDatabase) => {
    const counts = Object.values(await restoreBackup(db, file));
    const rows = counts.reduce((sum, count) => sum + count, 0);
    console.log(`${rows} rows of ${counts.length} tables from ${path}`);
    console.log("Everybody signs in again and makes new recovery codes.");
  };
  if (values.remote) {
    const remote = remoteDatabase();
    await restore(remote);
    await reindex(withParameters(remote), { maxChars: MAX_PARAMETER_CHARS });
    console.log("Files are not restored with --remote.");
    return;
  }
  const { dataDir } = readStartSettings(process.env);
  await assertRestorable(file, dataDir);
  await withDatabase(dataDir, async (db, bindings) => {
    // The database last: with users in it, a restore that was interrupted could not be run again.
    if (folder) {
      const { count, bytes } = await restoreFiles(bindings, folder);
      for (const aside of await restoreSecrets(dataDir, folder, new Date())) console.log(aside);
      console.log(`${count} files (${(bytes / 1e6).toFixed(1)} MB)`);
    } else console.log("Files are not in this backup.");
    await restore(sqlDatabase(db));
    await reindex(db);
  });
});

/** A restore that is refused makes no folder and migrates nothing. */
async function assertRestorable(path: string, dataDir: string): Promise<void> {
  const { migrations } = await readHeader(path);
  assertSameMigrations(
    migrations,
    readMigrations().map(({ name }) => name),
  );
  if (!hasDatabase(dataDir)) return;
  await openDatabase(dataDir, async (db) => {
    if ((await appliedMigrations(db)).size > 0) await assertNoUsers(sqlDatabase(db));
  });
}
