import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair } from "@solana/web3.js";
import type { Miniflare } from "miniflare";
import { startChain } from "../../../dev/chain/index";
import { buildIfChanged } from "../../../dev/run/build";
import { localDatabase } from "../../../dev/run/local-database";
import { fireCron, startWorker } from "../../../dev/run/local-worker";
import { type Migration, migrate } from "../../../dev/run/migrate";
import { freePort } from "../../../dev/run/port";
import { endAll, markOf, type ProcessMark } from "../../../dev/run/processes";
import { type AppUnderTest, LAMPORTS_PER_SOL } from "../app-under-test";
import { TestClock } from "../clock/test-clock";
import { TEST_SCRYPT_N } from "../test-scale";
import { FAILPOINT_BUILD } from "./build";
import { type FailpointControl, startFailpointControl } from "./control";

interface RestartOptions {
  /** Error of the server's clock (ms, positive is fast); unchanged by default. */
  clockSkewMs?: number;
}

/** The app built with failpoints; its workerd process can be killed and restarted. */
export interface FailpointApp extends AppUnderTest {
  control: FailpointControl;
  platform: string;
  /** SIGKILL to workerd, which runs Worker, Durable Objects, D1 and R2. */
  kill(): Promise<void>;
  /** Kills and starts it on the same data. */
  restart(options?: RestartOptions): Promise<void>;
  /** Restarts it without the storage of its Durable Objects. */
  restartWithoutObjectState(options?: RestartOptions): Promise<void>;
  /** Writes the storage of an order's Durable Object, as an older version would have left it. */
  putObjectState(orderId: string, entries: Record<string, unknown>): Promise<void>;
  /** Advances the clock by `ms` and runs the cron sweep. */
  advanceAndSweep(ms: number): Promise<void>;
  stop(): Promise<void>;
}

interface FailpointOptions {
  migrations?: Migration[];
  /** The failpoints at which the Worker asks the control server, a request each; default all. */
  only?: RegExp | null;
  /** Milliseconds of a slot; default 100. */
  slotMs?: number;
}

/** Builds once a process at most: the comparison with the sources reads all of them. */
let built: Promise<unknown> | undefined;

export async function startFailpointApp(options: FailpointOptions = {}): Promise<FailpointApp> {
  const { only, slotMs = 100 } = options;
  built ??= buildIfChanged({ target: FAILPOINT_BUILD });
  await built;
  const dataDir = mkdtempSync(join(tmpdir(), "comptoir-breakable-"));
  const [control, chain] = [await startFailpointControl(), await startChain({ slotMs })];
  const platform = Keypair.generate().publicKey.toBase58();
  chain.airdrop(platform, LAMPORTS_PER_SOL);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const processes: ProcessMark[] = [];
  const clock = new TestClock(url);
  const start = async (options: RestartOptions, migrations?: Migration[]): Promise<Miniflare> => {
    const vars: Record<string, string> = {
      APP_ORIGIN: url,
      SOLANA_CLUSTER: "localnet",
      SOLANA_RPC_URLS: chain.url,
      PLATFORM_WALLET: platform,
      SESSION_SECRET: "a secret that only tests know, 32+ characters",
      RATE_SCALE: "1000",
      PAGE_CACHE: "off",
      SCRYPT_N: TEST_SCRYPT_N,
      FAILPOINTS_URL: control.url,
      ...(only && { FAILPOINTS_ONLY: only.source }),
    };
    const { workerDir } = FAILPOINT_BUILD;
    const wrappers = clock.workerModules(options.clockSkewMs);
    const settings = { host: "127.0.0.1", port, dataDir, vars, workerDir, wrappers, quiet: true };
    const { miniflare } = await startWorker(settings, (pid) => {
      const mark = markOf(pid);
      if (mark) processes.push(mark);
    });
    await migrate(localDatabase(miniflare), migrations);
    return miniflare;
  };
  const kill = () => endAll(processes.splice(0), 5_000);
  const app: FailpointApp = {
    url,
    worker: await start({}, options.migrations),
    chain,
    clock,
    control,
    platform,
    kill,
    async restart(options = {}) {
      await kill();
      await app.worker.dispose();
      app.worker = await start(options);
    },
    async restartWithoutObjectState(options) {
      await kill();
      rmSync(join(dataDir, "state/v3/do"), { recursive: true, force: true });
      await app.restart(options);
    },
    async putObjectState(orderId, entries) {
      const objects = await app.worker.getDurableObjectNamespace("PENDING_TRANSACTION");
      const object = objects.get(objects.idFromName(orderId));
      await object.fetch("http://object/storage", { method: "PUT", body: JSON.stringify(entries) });
    },
    async advanceAndSweep(ms) {
      await clock.advance(ms);
      await fireCron(app.worker);
    },
    async stop() {
      await app.worker.dispose();
      await control.close();
      await chain.close();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return app;
}
