import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair } from "@solana/web3.js";
import ts from "typescript";
import { type ChainOptions, startChain } from "../../../dev/chain/index";
import { buildIfChanged } from "../../../dev/run/build";
import { localDatabase } from "../../../dev/run/local-database";
import { fireCron, startWorker, type WorkerModule } from "../../../dev/run/local-worker";
import { migrate } from "../../../dev/run/migrate";
import { freePort } from "../../../dev/run/port";
import { type AppUnderTest, LAMPORTS_PER_SOL } from "../app-under-test";
import { dateOffset, setDateOffset } from "../clock/date-offset";
import { TestClock } from "../clock/test-clock";
import { type RpcProxy, startRpcProxy } from "../rpc-proxy";
import { TEST_SCRYPT_N } from "../test-scale";
import type { Counts } from "./counts";

export interface MeteredApp extends AppUnderTest {
  platform: string;
  /** Both lead to the chain. */
  nodes: [RpcProxy, RpcProxy];
  /** What was counted since the last time, and the calls of both nodes by method. */
  take(): Promise<Counts & { rpc: Record<string, number> }>;
  /** Lets time pass for app, alarms and test. Returns once all alarms that were due have ended. */
  advance(ms: number): Promise<void>;
  runCron(): Promise<void>;
  /** What the object of an order stores. */
  stored(orderId: string): Promise<{ keys: string[]; hasAlarm: boolean }>;
  stop(): Promise<void>;
}

/**
 * The built Worker without a cron of its own, with what the platform bills counted. Slots advance and
 * time passes only where the test lets them. `vars` are added to its variables.
 */
export async function startMeteredApp({
  vars = {},
  chain: options = {},
}: {
  vars?: Record<string, string>;
  chain?: ChainOptions;
} = {}): Promise<MeteredApp> {
  await buildIfChanged();
  const dataDir = mkdtempSync(join(tmpdir(), "comptoir-meter-"));
  const chain = await startChain({ manualSlots: true, ...options });
  const platform = Keypair.generate().publicKey.toBase58();
  chain.airdrop(platform, LAMPORTS_PER_SOL);
  chain.advanceSlots(2);
  const nodes: MeteredApp["nodes"] = [
    await startRpcProxy(chain.url),
    await startRpcProxy(chain.url),
  ];
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const clock = new TestClock(url);
  const settings = {
    host: "127.0.0.1",
    port,
    dataDir,
    wrappers: [meterModule(), countsModule(), ...clock.workerModules()],
    vars: {
      APP_ORIGIN: url,
      SOLANA_CLUSTER: "localnet",
      SOLANA_RPC_URLS: nodes.map((node) => node.url).join(","),
      PLATFORM_WALLET: platform,
      SESSION_SECRET: "a secret that only tests know, 32+ characters",
      RATE_SCALE: "1000",
      PAGE_CACHE: "off",
      SCRYPT_N: TEST_SCRYPT_N,
      ...vars,
    },
  };
  const { miniflare } = await startWorker(settings, () => undefined);
  await migrate(localDatabase(miniflare));
  const ask = async (path: string) => {
    const answer = await fetch(`${url}/test-meter/${path}`, { method: "POST" });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  return {
    url,
    worker: miniflare,
    chain,
    clock,
    platform,
    nodes,
    async take() {
      const counts = (await (await ask("take")).json()) as Counts;
      const rpc: Record<string, number> = {};
      for (const [method, times] of nodes.flatMap((node) => [...node.calls])) {
        rpc[method] = (rpc[method] ?? 0) + times;
      }
      for (const node of nodes) node.calls.clear();
      return { ...counts, rpc };
    },
    async advance(ms) {
      await ask(`advance?ms=${ms}`);
      setDateOffset(dateOffset() + ms);
    },
    async runCron() {
      if (!(await fireCron(miniflare))) throw new Error("the cron failed");
    },
    async stored(orderId) {
      return (await ask(`stored?order=${orderId}`)).json() as ReturnType<MeteredApp["stored"]>;
    },
    async stop() {
      await miniflare.dispose();
      await Promise.all(nodes.map((node) => node.close()));
      await chain.close();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function transpiled(file: string, name: string): WorkerModule {
  const source = readFileSync(join(import.meta.dirname, file), "utf8");
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(source, { compilerOptions });
  const code = outputText
    .replaceAll('"../clock/worker-entry"', '"./worker-entry.js"')
    .replaceAll('"../clock/date-offset"', '"./date-offset.js"')
    .replaceAll('"./counts"', '"./counts.js"');
  return { name, code };
}

const meterModule = () => transpiled("worker-entry.ts", "meter-entry.js");
const countsModule = () => transpiled("counts.ts", "counts.js");
