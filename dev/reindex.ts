/**
 * `npm run reindex [-- --remote]`: writes the search texts, search index and counts of the shop again,
 * in `DATA_DIR` or in the deployed database.
 */
import { parseArgs } from "node:util";
import { reindex } from "../db/shop/reindex";
import { MAX_PARAMETER_CHARS, remoteDatabase, withParameters } from "./backup/database";
import { runCommand } from "./run/failure";
import { readStartSettings } from "./run/settings";
import { withExistingDatabase } from "./run/with-database";

const PROGRESS_STEP = 50_000;

await runCommand(async () => {
  const { values } = parseArgs({ options: { remote: { type: "boolean", default: false } } });
  let products = 0;
  const onProgress = (done: number) => {
    if (Math.floor(done / PROGRESS_STEP) > Math.floor(products / PROGRESS_STEP)) {
      console.log(`${done} products ...`);
    }
    products = done;
  };
  if (values.remote) {
    const db = withParameters(remoteDatabase());
    await reindex(db, { onProgress, maxChars: MAX_PARAMETER_CHARS });
  } else {
    const { dataDir } = readStartSettings(process.env);
    await withExistingDatabase(dataDir, (db) => reindex(db, { onProgress }));
  }
  console.log(`${products} products indexed.`);
});
