import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Keypair } from "@solana/web3.js";
import { Log, LogLevel, Miniflare, type WorkerOptions } from "miniflare";
import { buildIfChanged } from "../../../dev/run/build";
import { databaseWorker, localDatabase } from "../../../dev/run/local-database";
import { startWorker } from "../../../dev/run/local-worker";
import { freePort } from "../../../dev/run/port";
import { workerdsOf } from "../../../tests/support/process-usage";
import { bundleWorker } from "../bundle-worker";
import { fillDatabase } from "./database";
import type { PageQueries } from "./queries";
import type { Templates } from "./templates";

const HOST = "127.0.0.1";
const COMPATIBILITY = {
  compatibilityDate: "2026-04-01",
  compatibilityFlags: ["nodejs_compat"],
};

/** A Worker in a workerd process of its own, with a database and a bucket of its own. */
export interface PageServer {
  origin: string;
  pid: number;
  db: D1Database;
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** Absolute. */
  folder: string;
  /** Generated products in the database. */
  products: number;
  /**
   * True serves assets as well, as `npm start` does. False leaves out the Workers of the simulator
   * that a request passes before the measured one, which no Worker is billed for.
   */
  hasAssets: boolean;
}

interface OwnOptions extends ServerOptions {
  /** Variables beside those that the app needs. */
  vars?: Record<string, string>;
}

/** The built app, without the local chain: no measured page asks it. */
export async function startOurs(options: OwnOptions): Promise<PageServer> {
  const { folder, products, hasAssets, vars } = options;
  await buildIfChanged();
  const [port, directPort] = [await freePort(), await freePort()];
  const origin = `http://${HOST}:${hasAssets ? port : directPort}`;
  let pid = 0;
  const { miniflare } = await startWorker(
    {
      host: HOST,
      port,
      dataDir: folder,
      quiet: true,
      options: hasAssets ? {} : directOptions(directPort),
      vars: {
        APP_ORIGIN: origin,
        SOLANA_CLUSTER: "localnet",
        SOLANA_RPC_URLS: `http://${HOST}:1`,
        PLATFORM_WALLET: Keypair.generate().publicKey.toBase58(),
        SESSION_SECRET: "a secret of the benchmark, which is not one",
        RATE_SCALE: "1000000",
        ...vars,
      },
    },
    (spawned) => {
      pid = spawned;
    },
  );
  const db = localDatabase(miniflare);
  await fillDatabase(db, await miniflare.getR2Bucket("FILES"), products);
  return { origin, pid, db, stop: () => miniflare.dispose() };
}

/** A connection to the Worker itself. */
function directOptions(port: number): Partial<WorkerOptions> {
  const notFound = { ASSETS: () => Promise.resolve(new Response(null, { status: 404 })) };
  return {
    assets: undefined,
    serviceBindings: notFound as unknown as WorkerOptions["serviceBindings"],
    unsafeDirectSockets: [{ host: HOST, port }],
  };
}

/** The Worker of a baseline: its modules and, for a server with assets, their folder. */
export interface Baseline {
  code:
    | { modules: true; script: string }
    | { modules: { type: "ESModule"; path: string }[]; modulesRoot: string };
  assets?: string;
}

/** A Worker of one module: `bare-page-worker` or `html-page-worker`. */
export async function workerBaseline(name: string): Promise<Baseline> {
  const script = await bundleWorker(`bench/support/${name}.ts`);
  return { code: { modules: true, script } };
}

export async function startBaseline(
  { code, assets }: Baseline,
  bindings: { QUERIES: PageQueries; TEMPLATES?: Templates },
  { folder, products, hasAssets }: ServerOptions,
): Promise<PageServer> {
  mkdirSync(folder, { recursive: true });
  const others = workerdsOf(process.pid);
  const [port, directPort] = [await freePort(), await freePort()];
  const worker = {
    ...code,
    ...COMPATIBILITY,
    name: "baseline",
    d1Databases: { DB: "baseline" },
    r2Buckets: { FILES: "baseline" },
    bindings: bindings as never,
    ...(hasAssets && assets
      ? { assets: { directory: assets, routerConfig: { has_user_worker: true } } }
      : { unsafeDirectSockets: [{ host: HOST, port: directPort }] }),
  } as WorkerOptions;
  const miniflare = new Miniflare({
    workers: [worker, databaseWorker(worker)],
    host: HOST,
    port,
    d1Persist: join(folder, "d1"),
    r2Persist: join(folder, "r2"),
    cf: false,
    log: new Log(LogLevel.WARN),
  });
  await miniflare.ready;
  const [pid = 0] = workerdsOf(process.pid).filter((one) => !others.includes(one));
  const db = localDatabase(miniflare);
  await fillDatabase(db, await miniflare.getR2Bucket("FILES"), products);
  const origin = `http://${HOST}:${hasAssets ? port : directPort}`;
  return { origin, pid, db, stop: () => miniflare.dispose() };
}
