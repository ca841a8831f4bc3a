import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { lockPath } from "./data-lock";
import { markOf } from "./processes";

/**
 * Starts a process that ends the children of this one after it was killed. It is in a process group
 * of its own, which Ctrl-C does not signal.
 */
export function startSupervisor(dataDir: string): { stop(): Promise<void> } {
  const script = join(import.meta.dirname, "supervisor-process.mjs");
  const holder = JSON.stringify(markOf(process.pid) ?? {});
  const child = spawn(process.execPath, [script, lockPath(dataDir), holder], {
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
