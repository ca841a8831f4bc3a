import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { lockPath } from "./data-lock";
import { TSX } from "./paths";
import { markOf } from "./processes";

/**
 * Starts the process that cleans up if this one is killed. A process group of its own keeps it out
 * of reach of Ctrl-C.
 */
export function startKeeper(dataDir: string): { stop(): Promise<void> } {
  const script = join(import.meta.dirname, "../keeper.ts");
  const holder = JSON.stringify(markOf(process.pid) ?? {});
  const child = spawn(process.execPath, ["--import", TSX, script, lockPath(dataDir), holder], {
    stdio: ["pipe", "ignore", "inherit"],
    detached: true,
  });
  const ended = once(child, "exit");
  return {
    async stop() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
