/**
 * `npm run after-restore [-- --remote]`: deletes what `npm run restore` leaves out, in the database of
 * `DATA_DIR` or in the deployed one, after D1's own restore (Time Travel).
 */
import { parseArgs } from "node:util";
import { remoteDatabase, type SqlDatabase, sqlDatabase } from "./backup/database";
import { deleteShortLived } from "./backup/short-lived";
import { runCommand } from "./run/failure";
import { readStartSettings } from "./run/settings";
import { withExistingDatabase } from "./run/with-database";

await runCommand(async () => {
  const { values } = parseArgs({ options: { remote: { type: "boolean", default: false } } });
  const work = async (db: SqlDatabase) => {
    const counts = Object.entries(await deleteShortLived(db));
    console.log(`Deleted ${counts.map(([table, rows]) => `${rows} ${table}`).join(", ")}.`);
  };
  if (values.remote) return work(remoteDatabase());
  const { dataDir } = readStartSettings(process.env);
  await withExistingDatabase(dataDir, (db) => work(sqlDatabase(db)));
});
