/**
 * `npm run restore -- <file> [--remote]`: restores a backup into the empty database of `DATA_DIR`, or
 * into the deployed one, whose migrations have been applied. The search index is then written again by
 * the rules of this version.
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
  if (values.remote) {
    const remote = remoteDatabase();
    await restore(remote);
    await reindex(withParameters(remote), { maxChars: MAX_PARAMETER_CHARS });
  } else {
    const { dataDir } = readStartSettings(process.env);
    await withDatabase(dataDir, async (db) => {
      await restore(sqlDatabase(db));
      await reindex(db);
    });
  }
});
