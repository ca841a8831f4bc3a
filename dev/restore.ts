/**
 * `npm run restore -- <file> [--remote]`: restores a backup into the empty database of `DATA_DIR`, or
 * into the deployed one, whose migrations have been applied, without sessions, codes and links. The search
 * index is then written again by the rules of this version.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { reindex } from "../db/shop/reindex";
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
import { runCommand, StartFailure } from "./run/failure";
import { appliedMigrations, readMigrations } from "./run/migrate";
import { readStartSettings } from "./run/settings";
import { hasDatabase, openDatabase, withDatabase } from "./run/with-database";

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { remote: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [file] = positionals;
  if (!file) throw new StartFailure("Which backup? npm run restore -- <file> [--remote]");
  const path = resolve(file);
  const restore = async (db: SqlDatabase) => {
    const counts = Object.values(await restoreBackup(db, path));
    const rows = counts.reduce((sum, count) => sum + count, 0);
    console.log(`${rows} rows of ${counts.length} tables from ${path}`);
    console.log(
      "Everybody signs in again and makes new recovery codes. Files are not in a backup.",
    );
  };
  if (values.remote) {
    const remote = remoteDatabase();
    await restore(remote);
    await reindex(withParameters(remote), { maxChars: MAX_PARAMETER_CHARS });
    return;
  }
  const { dataDir } = readStartSettings(process.env);
  await assertRestorable(path, dataDir);
  await withDatabase(dataDir, async (db) => {
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
