import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Keypair } from "@solana/web3.js";
import type { Miniflare } from "miniflare";
import { startChain } from "../chain/index";
import { runBuildStep } from "../run/build";
import { localDatabase } from "../run/local-database";
import { startWorker } from "../run/local-worker";
import { migrate, readMigrations } from "../run/migrate";
import { TSX } from "../run/paths";
import { freePort } from "../run/port";
import { fundWallet } from "../run/rpc";
import { sourceHash } from "../run/source-hash";
import { countFilesRun, FILES_RUN_HEADER } from "./count-files-run";
import { newBuyer, purchase } from "./purchase";

/**
 * Files of `app`, `db` and `workers` in which at least one function runs while one unlimited
 * product is bought, from the order to the first byte of the file, on workerd and the local chain;
 * the Durable Objects share the Worker's isolate and count. The checkout at `root` is built, filled
 * with its own demo and asked over HTTP.
 */
export async function purchaseFiles(root: string): Promise<string[]> {
  const builtDir = await buildTraced(root);
  const dataDir = mkdtempSync(join(tmpdir(), "comptoir-traced-"));
  const undo: (() => Promise<void> | void)[] = [
    () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }),
  ];
  try {
    const chain = await startChain();
    undo.push(() => chain.close());
    const platformWallet = Keypair.generate().publicKey.toBase58();
    await fundWallet(chain.url, platformWallet);
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const sessionSecret = "a secret of this measurement alone, 32+ characters";
    const vars = {
      APP_ORIGIN: url,
      SOLANA_CLUSTER: "localnet",
      SOLANA_RPC_URLS: chain.url,
      PLATFORM_WALLET: platformWallet,
      SESSION_SECRET: sessionSecret,
      RATE_SCALE: "1000",
    };
    const workerDir = instrument(root, builtDir, dataDir);
    const settings = { host: "127.0.0.1", port, dataDir, vars, workerDir };
    const { miniflare } = await startWorker(settings, () => undefined);
    undo.push(() => miniflare.dispose());
    const site = { url, rpcUrl: chain.url };
    await migrate(localDatabase(miniflare), readMigrations(join(root, "migrations")));
    await seedDemo(root, miniflare, dataDir, { ...site, platformWallet, sessionSecret });
    const productId = await unlimitedProduct(miniflare);
    const buyer = await newBuyer(site);

    await filesRun(url);
    await purchase(site, buyer, productId);
    return await filesRun(url);
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

/** Seeds with the demo of the measured checkout, whose schema can differ from this one. */
async function seedDemo(
  root: string,
  worker: Miniflare,
  dataDir: string,
  chain: { rpcUrl: string; platformWallet: string; sessionSecret: string },
): Promise<void> {
  const path = pathToFileURL(join(root, "dev/run/seed-if-empty.ts")).href;
  const { seedIfEmpty } = (await import(path)) as typeof import("../run/seed-if-empty");
  await seedIfEmpty(worker, dataDir, chain);
}

async function unlimitedProduct(worker: Miniflare): Promise<string> {
  const db = localDatabase(worker);
  const product = await db
    .prepare("SELECT id FROM products WHERE sale_type = 'infinite' AND status = 'active' LIMIT 1")
    .first<{ id: string }>();
  if (!product) throw new Error("the demo has no unlimited product");
  return product.id;
}

/** Writes the instrumented Worker to `folder`. */
function instrument(root: string, builtDir: string, folder: string): string {
  const bundle = readFileSync(join(builtDir, "index.js"), "utf8");
  const map = JSON.parse(readFileSync(join(builtDir, "index.js.map"), "utf8"));
  const fromRoot = (source: string) => relative(root, resolve(builtDir, source));
  map.sources = map.sources.map(fromRoot);
  const counted = countFilesRun(bundle, map, (source) => /^(app|db|workers)\//.test(source));
  writeFileSync(join(folder, "index.js"), counted);
  copyFileSync(join(builtDir, "local-options.json"), join(folder, "local-options.json"));
  return folder;
}

/** Files with a function that ran since the last call. */
async function filesRun(url: string): Promise<string[]> {
  const response = await fetch(`${url}/`, { headers: { [FILES_RUN_HEADER]: "1" } });
  return ((await response.json()) as string[]).sort();
}

/**
 * Builds the Worker of the checkout at `root` with a source map and with functions as they are
 * written, unless its sources are those of the last such build. Returns the folder of `index.js`
 * and `index.js.map`.
 *
 * @throws StartFailure with the compiler's output
 */
async function buildTraced(root: string): Promise<string> {
  const cache = join(root, ".cache", "traced");
  const [buildDir, workerDir] = [join(cache, "build"), join(cache, "worker")];
  const stamp = join(cache, "built-from");
  const hash = sourceHash(root);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return workerDir;
  mkdirSync(cache, { recursive: true });
  const env = {
    NODE_ENV: "production",
    WORKER_ENTRY: "workers/app.ts",
    BUILD_DIR: buildDir,
    WORKER_DIR: workerDir,
  };
  const remix = join(root, "node_modules/@remix-run/dev/dist/cli.js");
  const unminified = ["--sourcemapServer", "--minify", "false"];
  await runBuildStep([remix, "vite:build", "--logLevel", "error", ...unminified], env, root);
  await runBuildStep(["--import", TSX, join(root, "dev/run/build-worker.ts")], env, root);
  writeFileSync(stamp, hash);
  return workerDir;
}
