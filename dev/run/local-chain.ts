// The local chain is a child: its native code can end its process, and the app must outlive that.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { StartFailure } from "./failure";
import { ROOT } from "./paths";

export interface ChildChain {
  url: string;
  pid: number;
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

/** A chain that has not ended by then is killed. */
const STOP_TIMEOUT_MS = 1_500;

/**
 * Starts the local chain as a child process with its journal below `dataDir`. It ends with this process;
 * it does not get the signal of Ctrl-C itself.
 *
 * @param priceFeed address of its account with the price of SOL; without it there is none
 * @throws StartFailure with the output of the chain
 */
export async function startLocalChain(
  port: number,
  dataDir: string,
  priceFeed?: string,
): Promise<ChildChain> {
  const flags = ["--port", String(port), "--data-dir", join(dataDir, "chain")];
  if (priceFeed) flags.push("--price-feed", priceFeed);
  const command = [join(ROOT, "dev/bootstrap.mjs"), "chain/main", ...flags];
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    detached: true,
  });
  const ended = once(child, "exit");
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    errors += chunk;
    if (ready) process.stderr.write(chunk);
  });
  let ready = false;
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      if (String(chunk).includes("chain ready")) resolve();
    });
    child.once("exit", (code) => {
      reject(new StartFailure(errors.trim() || `The local chain ended with code ${code}.`));
    });
  });
  ready = true;
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    ended,
    async stop() {
      child.kill("SIGTERM");
      const force = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(force);
    },
  };
}
