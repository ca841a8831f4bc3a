/**
 * `npm run backup [-- <file>] [--remote]`: writes every table of the database of `DATA_DIR`, or of
 * the deployed one, into one file.
 */
import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { remoteDatabase, type SqlDatabase, sqlDatabase } from "./backup/database";
import { writeBackup } from "./backup/write-backup";
import { runCommand } from "./run/failure";
import { readStartSettings } from "./run/settings";
import { withExistingDatabase } from "./run/with-database";

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { remote: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const { dataDir } = readStartSettings(process.env);
  const name = `comptoir-${new Date().toISOString().replace(/[:.]/g, "-")}.ndjson.gz`;
  const path = positionals[0] ? resolve(positionals[0]) : join(dataDir, "backups", name);
  const write = async (db: SqlDatabase) => {
    mkdirSync(dirname(path), { recursive: true });
    const counts = Object.values(await writeBackup(db, path));
    const rows = counts.reduce((sum, count) => sum + count, 0);
    console.log(`${rows} rows of ${counts.length} tables in ${path}`);
  };
  if (values.remote) await write(remoteDatabase());
  else await withExistingDatabase(dataDir, (db) => write(sqlDatabase(db)));
});
