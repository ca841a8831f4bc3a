/**
 * `npm run seed -- --products N`: puts N generated products into the local database, beside what is
 * there. A second run leaves the same products unchanged.
 */
import { parseArgs } from "node:util";
import { runCommand, StartFailure } from "./run/failure";
import { readStartSettings } from "./run/settings";
import { withDatabase } from "./run/with-database";
import { seedProducts } from "./seed/generated/seed-products";
import { allowDemoIfEmpty } from "./seed/seed-if-empty";

/** Guards against a mistyped count. */
const MAX_PRODUCTS = 5_000_000;
const PROGRESS_STEP = 100_000;

await runCommand(async () => {
  const count = readCount();
  const { dataDir } = readStartSettings(process.env);
  await withDatabase(dataDir, async (db, bindings) => {
    await allowDemoIfEmpty(db, dataDir);
    const started = Date.now();
    await seedProducts({ db, files: await bindings.getR2Bucket("FILES") }, count, (done) => {
      if (done % PROGRESS_STEP === 0 && done < count) console.log(`${done} products ...`);
    });
    console.log(`${count} products in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
  });
});

function readCount(): number {
  const { values } = parseArgs({
    options: { products: { type: "string" } },
    allowPositionals: true,
    strict: false,
  });
  const count = Number(values.products);
  if (Number.isInteger(count) && count > 0 && count <= MAX_PRODUCTS) return count;
  throw new StartFailure(`How many? npm run seed -- --products 1000 (at most ${MAX_PRODUCTS})`);
}
