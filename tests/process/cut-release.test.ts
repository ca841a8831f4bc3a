import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair } from "@solana/web3.js";
import { afterAll, expect, test } from "vitest";
import { buildIfChanged, SHIPPED } from "../../dev/run/build";
import { migrate } from "../../dev/run/migrate";
import { HISTORY_MS, makeHistory } from "../support/releases/history";
import { keepRelease, withDatabaseOf } from "../support/releases/kept-release";
import { startReleaseShop } from "../support/releases/shop";
import { LONG_RUN } from "../support/test-scale";

const dataDir = mkdtempSync(join(tmpdir(), "comptoir-release-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));

/** `npm run release` sets them; without, `npm run test:long` shows that a release can be cut. */
const { RELEASE_FOLDER: folder, RELEASE_WORKER: workerDir = SHIPPED.workerDir } = process.env;

test.runIf(LONG_RUN || folder)("a shop is filled by its own Worker, and kept", async () => {
  if (workerDir === SHIPPED.workerDir) await buildIfChanged();
  await withDatabaseOf(dataDir, (db) => migrate(db));
  const platformWallet = Keypair.generate().publicKey.toBase58();
  const now = Date.now() - HISTORY_MS;
  const shop = await startReleaseShop({ dataDir, workerDir, platformWallet, now });
  const kept = await makeHistory(shop).finally(() => shop.stop());
  expect(Object.keys(kept.orders).length).toBeGreaterThan(20);
  await keepRelease(folder ?? join(dataDir, "kept"), { dataDir, workerDir, shop: kept });
});
