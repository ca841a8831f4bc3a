/**
 * `npm run allow-free -- <e-mail or uid> [--remote]`: lets a person offer free products before their first sale,
 * in the database of `DATA_DIR` or in the deployed one.
 */
import { parseArgs } from "node:util";
import { allowFree } from "./accounts/allow-free";
import { remoteDatabase, type SqlDatabase, sqlDatabase } from "./backup/database";
import { runCommand } from "./run/failure";
import { readStartSettings } from "./run/settings";
import { withExistingDatabase } from "./run/with-database";

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { remote: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const work = async (db: SqlDatabase) => {
    const uid = await allowFree(db, positionals[0] ?? "");
    console.log(`${uid} may offer free products.`);
  };
  if (values.remote) return work(remoteDatabase());
  const { dataDir } = readStartSettings(process.env);
  await withExistingDatabase(dataDir, (db) => work(sqlDatabase(db)));
});
