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
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Keypair } from "@solana/web3.js";
import { startChain } from "../chain/index";
import { runBuildStep, sourceHash } from "../run/build";
import { migrate, readMigrations } from "../run/migrate";
import { TSX } from "../run/paths";
import { freePort } from "../run/port";
import { fundWallet } from "../run/rpc";
import { countFilesRun, FILES_RUN_HEADER, type FilesRun } from "./count-files-run";
import { type Buyer, buildTransaction, newBuyer, openOrder, purchase } from "./purchase";

/**
 * Files of `app`, `db` and `workers` in which at least one function runs, by what happens meanwhile,
 * on workerd and the local chain; the Durable Objects share the Worker's isolate and count. The
 * checkout at `root` is built, filled with its own demo and asked over HTTP.
 */
export async function purchaseFiles(root: string): Promise<Map<string, string[]>> {
  const { startWorker, localDatabase, seedIfEmpty } = await partsOf(root);
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
    const settings = { host: "127.0.0.1", port, dataDir, vars, workerDir, quiet: true };
    const { miniflare } = await startWorker(settings, () => undefined);
    undo.push(() => miniflare.dispose());
    const site = { url, rpcUrl: chain.url };
    const db = localDatabase(miniflare);
    await migrate(db, readMigrations(join(root, "migrations")));
    await seedIfEmpty(miniflare, dataDir, { ...site, platformWallet, sessionSecret });
    const productId = await unlimitedProduct(db);
    return await measure(site, await newBuyer(site), await newBuyer(site), productId);
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

/** Buys an unlimited product; before that, another buyer's order is polled without a payment. */
async function measure(
  site: { url: string; rpcUrl: string },
  buyer: Buyer,
  other: Buyer,
  productId: string,
): Promise<Map<string, string[]>> {
  const orderId = await openOrder(site, other, productId);
  await untilIdle(site.url);
  await buildTransaction(site, other, orderId);
  const building = await filesRun(site.url);
  // The first round makes the objects that it calls.
  await nextRound(site.url);
  const polling = await nextRound(site.url);
  await purchase(site, buyer, productId);
  return new Map([
    // The order's first poll can start before the answer is read.
    ["building a transaction", building.elsewhere],
    ["one round of polling", allOf(polling)],
    ["one purchase", allOf(await filesRun(site.url))],
  ]);
}

const READ_INTERVAL_MS = 100;

/** Waits until no function ran between two reads, such as in the background of a response. */
async function untilIdle(url: string): Promise<void> {
  while ((await filesRun(url)).elsewhere.length > 0) await sleep(READ_INTERVAL_MS);
}

/** Two alarms end: where the first had begun before, the second is whole. */
async function nextRound(url: string): Promise<FilesRun> {
  const all: FilesRun = { inAlarms: [], elsewhere: [], alarms: 0 };
  while (all.alarms < 2) {
    await sleep(READ_INTERVAL_MS);
    const { inAlarms, elsewhere, alarms } = await filesRun(url);
    all.inAlarms.push(...inAlarms);
    all.elsewhere.push(...elsewhere);
    all.alarms += alarms;
  }
  return all;
}

const allOf = ({ inAlarms, elsewhere }: FilesRun) =>
  [...new Set([...inAlarms, ...elsewhere])].sort();

/**
 * The parts of the measured checkout that reach its database, which can differ from this one's. They
 * share a key, so that all of them come from there.
 */
async function partsOf(root: string) {
  const load = (path: string) => import(pathToFileURL(join(root, path)).href);
  const { startWorker }: typeof import("../run/local-worker") =
    await load("dev/run/local-worker.ts");
  const { localDatabase }: typeof import("../run/local-database") = await load(
    "dev/run/local-database.ts",
  );
  const { seedIfEmpty }: typeof import("../seed/seed-if-empty") = await load(
    "dev/seed/seed-if-empty.ts",
  );
  return { startWorker, localDatabase, seedIfEmpty };
}

async function unlimitedProduct(db: D1Database): Promise<string> {
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

/** What ran since the last call. */
async function filesRun(url: string): Promise<FilesRun> {
  const response = await fetch(`${url}/`, { headers: { [FILES_RUN_HEADER]: "1" } });
  return (await response.json()) as FilesRun;
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
