import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChainHandle, type ChainOptions, startChain } from "../../dev/chain/index";
import { bootApp, type RunningApp } from "../../dev/run/boot";
import { type Supervisor, startSupervisor } from "../../dev/run/data-folder";
import { freePort } from "../../dev/run/port";
import { readStartSettings } from "../../dev/run/settings";
import { TestClock } from "./clock/test-clock";
import { TEST_SCRYPT_N } from "./test-scale";

export interface InProcessApp extends RunningApp {
  /** Origin of the app, no trailing slash. */
  url: string;
  /** The chain, with its controls: slots, faults, forks. */
  chain: ChainHandle;
  /** Lets time pass for the app. */
  clock: TestClock;
  /** The Worker's log since the last call, in lines, without those of the runtime. */
  readLog(): string[];
}

export interface InProcessOptions {
  env?: Record<string, string>;
  /** Options for a chain of its own, or one that runs already and goes on after the app. */
  chain?: ChainOptions | ChainHandle;
  /** An existing folder is kept at `stop`; without one a temporary folder is made and removed. */
  dataDir?: string;
}

/** What workerd writes of itself, for example of a connection that a browser has closed. */
const OF_RUNTIME = /^(workerd\/|stack: )/;

/** One for all apps of this process; it ends with the process. */
let supervisor: Supervisor | undefined;
/** True once an app of this process has compared the build with its sources. */
let isBuilt = false;

/**
 * The same app inside the test's process, for tests that reach behind it: its database and files
 * through `worker`, its chain through `chain`.
 */
export async function startInProcessApp(options: InProcessOptions = {}): Promise<InProcessApp> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "comptoir-here-"));
  const running = options.chain && "airdrop" in options.chain ? options.chain : null;
  const chain = running ?? (await startChain(options.chain as ChainOptions | undefined));
  const port = await freePort();
  const settings = readStartSettings({
    PORT: String(port),
    DATA_DIR: dataDir,
    SEED: "0",
    RATE_SCALE: "1000",
    // Tests read what was just written.
    PAGE_CACHE: "off",
    SCRYPT_N: TEST_SCRYPT_N,
    SOLANA_RPC_URLS: chain.url,
    ...options.env,
  });
  const clock = new TestClock(settings.appOrigin);
  const lines: string[] = [];
  supervisor ??= startSupervisor();
  const app = await bootApp(settings, {
    wrappers: clock.workerModules(),
    onLine: (line) => {
      if (!OF_RUNTIME.test(line)) lines.push(line);
      // One for each request would hide what a test reports.
      if (!line.includes('"level":"info"')) console.error(line);
    },
    supervisor,
    isBuilt,
  });
  isBuilt = true;
  return {
    ...app,
    url: settings.appOrigin,
    chain,
    clock,
    readLog: () => lines.splice(0),
    async stop() {
      await app.stop();
      if (!running) await chain.close();
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
