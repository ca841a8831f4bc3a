import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { lockPath } from "./data-lock";
import { ROOT } from "./paths";
import { markOf } from "./processes";

/** A process that ends the children of this one after it was killed. */
export interface Supervisor {
  /** Adds a data folder, whose lock names children of this process. */
  add(dataDir: string): void;
  remove(dataDir: string): void;
  stop(): Promise<void>;
}

/**
 * Starts a supervisor. It is in a process group of its own, which Ctrl-C does not signal. It ends by
 * itself with this process, which it does not keep alive.
 */
export function startSupervisor(): Supervisor {
  const script = join(ROOT, "dev/run/supervisor-process.mjs");
  const holder = JSON.stringify(markOf(process.pid) ?? {});
  const child = spawn(process.execPath, [script, holder], {
    stdio: ["pipe", "ignore", "inherit"],
    detached: true,
  });
  const ended = once(child, "exit");
  // Writing to a supervisor that has ended fails, and has nothing to change.
  child.stdin.on("error", () => undefined);
  child.unref();
  const send = (change: "+" | "-", dataDir: string) =>
    void child.stdin.write(`${change}${lockPath(dataDir)}\n`);
  return {
    add: (dataDir) => send("+", dataDir),
    remove: (dataDir) => send("-", dataDir),
    async stop() {
      child.ref();
      child.kill("SIGKILL");
      await ended;
    },
  };
}
