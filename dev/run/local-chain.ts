import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { StartFailure } from "./failure";
import { ROOT, TSX } from "./paths";

export interface ChildChain {
  url: string;
  pid: number;
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

/** A chain that has not gone after this is ended by force. */
const STOP_WAIT_MS = 1_500;

/**
 * Starts the local chain as a process of its own, whose journal is in `dataDir`. It ends with this
 * process, and Ctrl-C reaches it through this process only.
 *
 * @throws StartFailure with what the chain said
 */
export async function startLocalChain(port: number, dataDir: string): Promise<ChildChain> {
  const child = spawn(process.execPath, ["--import", TSX, join(ROOT, "dev/chain/main.ts")], {
    cwd: ROOT,
    env: { ...process.env, CHAIN_PORT: String(port), DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    detached: true,
  });
  const ended = once(child, "exit");
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said += chunk;
    if (ready) process.stderr.write(chunk);
  });
  let ready = false;
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      if (String(chunk).includes("chain ready")) resolve();
    });
    child.once("exit", (code) => {
      reject(new StartFailure(said.trim() || `The local chain ended with code ${code}.`));
    });
  });
  ready = true;
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    ended,
    async stop() {
      child.kill("SIGTERM");
      const force = setTimeout(() => child.kill("SIGKILL"), STOP_WAIT_MS);
      await ended;
      clearTimeout(force);
    },
  };
}
