/**
 * `npm run restore -- <file> [--remote]`: restores a backup into the empty database of `DATA_DIR`, or
 * into the deployed one, whose migrations have been applied. Triggers fill the search index; that of
 * `DATA_DIR` is then written again by the rules of this version.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { reindex } from "../db/shop/reindex";
import { remoteDatabase, type SqlDatabase, sqlDatabase } from "./backup/database";
import { restoreBackup } from "./backup/restore-backup";
import { runCommand, StartFailure } from "./run/failure";
import { readStartSettings } from "./run/settings";
import { withDatabase } from "./run/with-database";

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
  };
  if (values.remote) await restore(remoteDatabase());
  else {
    const { dataDir } = readStartSettings(process.env);
    await withDatabase(dataDir, async (db) => {
      await restore(sqlDatabase(db));
      await reindex(db);
    });
  }
});
