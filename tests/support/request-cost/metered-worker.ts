import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair } from "@solana/web3.js";
import type { WorkerOptions } from "miniflare";
import { type ChainHandle, startChain } from "../../../dev/chain/index";
import { buildIfChanged } from "../../../dev/run/build";
import { localDatabase } from "../../../dev/run/local-database";
import { startWorker } from "../../../dev/run/local-worker";
import { migrate } from "../../../dev/run/migrate";
import { freePort } from "../../../dev/run/port";
import { cpuMsOf } from "../process-usage";
import { TEST_SCRYPT_N } from "../test-scale";
import type { MeteredRequest } from "./hostile-requests";

const HOST = "127.0.0.1";

export interface MeteredWorker {
  origin: string;
  db: D1Database;
  /** Processor time of workerd for one of `count` requests (ms), local D1 included. */
  costOf(request: MeteredRequest, count: number): Promise<number>;
  stop(): Promise<void>;
}

/**
 * The built Worker without the simulator's Workers for entry and assets, which decode paths in their
 * own way. It renders each page, and each limit of a network address is one request: what is throttled
 * is refused before its work.
 */
export async function startMeteredWorker(): Promise<MeteredWorker> {
  await buildIfChanged();
  const dataDir = mkdtempSync(join(tmpdir(), "comptoir-metered-"));
  const chain: ChainHandle = await startChain();
  const [port, directPort] = [await freePort(), await freePort()];
  const origin = `http://${HOST}:${directPort}`;
  const vars = {
    APP_ORIGIN: origin,
    SOLANA_CLUSTER: "localnet",
    SOLANA_RPC_URLS: chain.url,
    PLATFORM_WALLET: Keypair.generate().publicKey.toBase58(),
    SESSION_SECRET: "a secret that only tests know, 32+ characters",
    RATE_SCALE: "0.000001",
    PAGE_CACHE: "off",
    SCRYPT_N: TEST_SCRYPT_N,
  };
  const notFound = { ASSETS: () => Promise.resolve(new Response(null, { status: 404 })) };
  const options: Partial<WorkerOptions> = {
    assets: undefined,
    serviceBindings: notFound as unknown as WorkerOptions["serviceBindings"],
    unsafeDirectSockets: [{ host: HOST, port: directPort }],
  };
  let workerd = 0;
  const settings = { host: HOST, port, dataDir, vars, options, quiet: true };
  const { miniflare } = await startWorker(settings, (pid) => {
    workerd = pid;
  });
  const db = localDatabase(miniflare);
  await migrate(db);
  return {
    origin,
    db,
    async costOf(metered, count) {
      const before = cpuMsOf(workerd);
      for (let n = 0; n < count; n++) await send(origin, metered);
      return (cpuMsOf(workerd) - before) / count;
    },
    async stop() {
      await miniflare.dispose();
      await chain.close();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** By `node:http`: a redirect to sign-in repeats an address, and fetch takes headers of 16 KB. */
function send(origin: string, { path, method, headers, body }: MeteredRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const length = body && { "Content-Length": Buffer.byteLength(body) };
    // A connection each: workerd closes one after it has refused a request with a body.
    const options = {
      method,
      headers: { ...headers, ...length },
      agent: false,
      maxHeaderSize: 1 << 20,
    };
    const asked = request(origin + path, options, (answer) => {
      answer.on("error", reject).on("end", resolve).resume();
    });
    asked.on("error", reject).end(body);
  });
}
