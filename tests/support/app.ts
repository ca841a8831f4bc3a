import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "../../dev/run/port";
import { TEST_SCRYPT_N } from "./test-scale";

const ROOT = resolve(import.meta.dirname, "../..");
const BOOTSTRAP = join(ROOT, "dev/bootstrap.mjs");
/** Only for what never comes: a build may be part of it, or the demo, on a machine that others use. */
const READY_WITHIN_MS = 240_000;

export interface AppOptions {
  /** Added to, or instead of, the defaults below. */
  env?: Record<string, string>;
  /** An existing folder is kept at `stop`; without one a temporary folder is made and removed. */
  dataDir?: string;
  /** Runs `npm start` itself; `pid` is npm then. */
  viaNpm?: boolean;
}

export interface AppProcess {
  /** Origin of the app, no trailing slash. */
  readonly url: string;
  /** JSON-RPC of its chain. */
  readonly rpcUrl: string;
  readonly dataDir: string;
  /** The start command's own process. */
  readonly pid: number;
  /** What it printed since the last start. */
  output(): string;
  /** The Worker's log since then. */
  logLines(): string[];
  /** SIGKILL to the start command; resolves when that process is gone. */
  kill(): Promise<void>;
  /** SIGTERM, and the end of the temporary folder; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Starts again on the same data and ports, after `kill` or stopping first. */
  restart(): Promise<void>;
}

/** Starts the app as `npm start` does, as a process of its own, on free ports, without the demo. */
export async function startAppProcess(options: AppOptions = {}): Promise<AppProcess> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "comptoir-test-"));
  const [port, chainPort] = [await freePort(), await freePort(2)];
  const env: Record<string, string> = {
    PORT: String(port),
    CHAIN_PORT: String(chainPort),
    DATA_DIR: dataDir,
    SEED: "0",
    // Every test comes from one address.
    RATE_SCALE: "1000",
    SCRYPT_N: TEST_SCRYPT_N,
    ...options.env,
  };
  let running = await spawnStart(env, options.viaNpm);
  const isRunning = () => running.child.exitCode === null && running.child.signalCode === null;
  const end = async (signal: NodeJS.Signals) => {
    if (!isRunning()) return running.child.exitCode;
    const ended = once(running.child, "exit");
    running.child.kill(signal);
    const [code] = await ended;
    return code as number | null;
  };
  return {
    url: env.APP_ORIGIN ?? `http://localhost:${port}`,
    rpcUrl: env.SOLANA_RPC_URLS?.split(",")[0] ?? `http://127.0.0.1:${chainPort}`,
    dataDir,
    get pid() {
      return running.child.pid ?? 0;
    },
    output: () => running.output(),
    // What the start command itself says is no JSON.
    logLines: () =>
      running
        .output()
        .split("\n")
        .filter((line) => line.startsWith("{")),
    kill: async () => void (await end("SIGKILL")),
    async stop() {
      const code = await end("SIGTERM");
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
      return code;
    },
    async restart() {
      await end("SIGTERM");
      running = await spawnStart(env, options.viaNpm);
    },
  };
}

interface Running {
  child: ChildProcess;
  output(): string;
}

/** Resolves when the ready line is out; rejects with what was printed when it never comes. */
async function spawnStart(env: Record<string, string>, viaNpm = false): Promise<Running> {
  const [command, args] = viaNpm ? ["npm", ["start"]] : [process.execPath, [BOOTSTRAP, "start"]];
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "", VITEST: "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const running = { child, output: () => text };
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`The app was not ready in time:\n${text}`));
    }, READY_WITHIN_MS);
    let isReady = false;
    const look = (chunk: Buffer) => {
      text += chunk;
      if (isReady || !/Comptoir ready: .*\n/.test(text)) return;
      isReady = true;
      clearTimeout(timer);
      resolve();
    };
    child.stdout?.on("data", look);
    child.stderr?.on("data", look);
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`The app ended with code ${code} before it was ready:\n${text}`));
    });
  });
  return running;
}
