/** `npm run reindex`: writes the shop's search index and counts of `DATA_DIR` again. */
import { reindex } from "../db/shop/reindex";
import { runCommand } from "./run/failure";
import { readStartSettings } from "./run/settings";
import { withDatabase } from "./run/with-database";

const PROGRESS_STEP = 50_000;

await runCommand(async () => {
  const { dataDir } = readStartSettings(process.env);
  await withDatabase(dataDir, async (db) => {
    let products = 0;
    await reindex(db, (done) => {
      products = done;
      if (done % PROGRESS_STEP === 0) console.log(`${done} products ...`);
    });
    console.log(`${products} products indexed.`);
  });
});
