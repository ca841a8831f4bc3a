import { join } from "node:path";
import type { Miniflare } from "miniflare";
import { type ChainHandle, startChain } from "../../../dev/chain/index";
import { startWorker } from "../../../dev/run/local-worker";
import { freePort } from "../../../dev/run/port";
import type { AppUnderTest } from "../app-under-test";
import { setDateOffset } from "../clock/date-offset";
import { TestClock } from "../clock/test-clock";
import { TEST_SCRYPT_N } from "../test-scale";

/** For the warnings of `/health`. */
export const OPERATOR_SECRET = "the-secret-of-the-operator-of-that-shop";
/** Encrypts the keys of orders that are kept; the shop's money is that of its own chain. */
const SESSION_SECRET = "the secret of the shop that releases keep";

/** A shop whose Worker is exchanged for another version's, on the same data, chain and address. */
export interface ReleaseShop extends AppUnderTest {
  platformWallet: string;
  dataDir: string;
  /** Stops the version that runs, lets `between` happen while none does, and starts another. */
  replaceBy(workerDir: string, between?: () => Promise<void>): Promise<void>;
  /** Stops the version that runs; data and chain stay. */
  stopWorker(): Promise<void>;
  stop(): Promise<void>;
}

interface ShopOptions {
  dataDir: string;
  workerDir: string;
  platformWallet: string;
  /** The time that the shop has when it starts (epoch ms). */
  now: number;
}

/**
 * Starts a version of the Worker on a data folder with a database, which may have the chain and the objects of another
 * one. Slots advance by `advanceSlots` alone, so that no blockhash expires while the machine is busy.
 */
export async function startReleaseShop(options: ShopOptions): Promise<ReleaseShop> {
  const { dataDir, platformWallet } = options;
  setDateOffset(0);
  setDateOffset(options.now - Date.now());
  const chain = await startChain({ dataDir: join(dataDir, "chain"), manualSlots: true });
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const clock = new TestClock(url);
  const start = (workerDir: string) => startVersion({ ...options, workerDir, chain, clock, port });
  const shop: ReleaseShop = {
    url,
    worker: await start(options.workerDir),
    chain,
    clock,
    platformWallet,
    dataDir,
    async replaceBy(workerDir, between) {
      await shop.stopWorker();
      await between?.();
      shop.worker = await start(workerDir);
    },
    stopWorker: () => shop.worker.dispose(),
    async stop() {
      await shop.worker.dispose();
      await chain.close();
    },
  };
  return shop;
}

type Version = Pick<ShopOptions, "dataDir" | "workerDir" | "platformWallet"> & {
  chain: ChainHandle;
  clock: TestClock;
  port: number;
};

async function startVersion(version: Version): Promise<Miniflare> {
  const { dataDir, workerDir, platformWallet, chain, clock, port } = version;
  const vars = {
    APP_ORIGIN: `http://localhost:${port}`,
    SOLANA_CLUSTER: "localnet",
    SOLANA_RPC_URLS: chain.url,
    PLATFORM_WALLET: platformWallet,
    SESSION_SECRET,
    OPERATOR_SECRET,
    RATE_SCALE: "1000",
    // Tests read what was just written.
    PAGE_CACHE: "off",
    SCRYPT_N: TEST_SCRYPT_N,
  };
  const wrappers = clock.workerModules();
  const settings = { host: "127.0.0.1", port, dataDir, vars, workerDir, wrappers };
  return (await startWorker({ ...settings, quiet: true }, () => undefined)).miniflare;
}
