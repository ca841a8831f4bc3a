/**
 * `npm run seed -- --products N`: puts N generated products into the local database, next to what is
 * there. Asked again, the same products are left as they are.
 */
import { parseArgs } from "node:util";
import { buildIfChanged } from "./run/build";
import { lockData } from "./run/data-lock";
import { runCommand, StartFailure } from "./run/failure";
import { startKeeper } from "./run/keeper";
import { startWorker } from "./run/local-worker";
import { migrate } from "./run/migrate";
import { freePort } from "./run/port";
import { leaveRoomForDemo } from "./run/seed-if-empty";
import { readStartSettings } from "./run/settings";
import { seedProducts } from "./seed/generated/seed-products";

/** More than that is no test of anything here. */
const MOST = 5_000_000;
const TELL_EVERY = 100_000;

await runCommand(async () => {
  const count = readCount();
  const { dataDir } = readStartSettings(process.env);
  const lock = await lockData(dataDir);
  const keeper = startKeeper(dataDir);
  try {
    await buildIfChanged();
    // Only its database and files are wanted: it answers nobody.
    const worker = { host: "127.0.0.1", port: await freePort(), dataDir, vars: {} };
    const { miniflare } = await startWorker(worker, (pid) => lock.add(pid));
    try {
      const db = await miniflare.getD1Database("DB");
      await migrate(db);
      await leaveRoomForDemo(db, dataDir);
      const started = Date.now();
      await seedProducts({ db, files: await miniflare.getR2Bucket("FILES") }, count, (done) => {
        if (done % TELL_EVERY === 0 && done < count) console.log(`${done} products ...`);
      });
      console.log(`${count} products in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
    } finally {
      await miniflare.dispose();
    }
  } finally {
    await keeper.stop();
    lock.release();
  }
});

function readCount(): number {
  const { values } = parseArgs({
    options: { products: { type: "string" } },
    allowPositionals: true,
    strict: false,
  });
  const count = Number(values.products);
  if (Number.isInteger(count) && count > 0 && count <= MOST) return count;
  throw new StartFailure(`How many? npm run seed -- --products 1000 (at most ${MOST})`);
}
