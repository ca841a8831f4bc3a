import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export interface ChainProcess {
  readonly child: ChildProcess;
  readonly url: string;
}

/** When something ends: with the test, or by `afterAll` with its file. */
type WhenOver = (end: () => void) => void;

/** A temporary folder, removed when it is over. */
export function dataFolder(whenOver: WhenOver = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), "chain-"));
  whenOver(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the chain as a separate process and waits until it is ready. */
export async function startProcess(
  dataDir: string,
  env: Record<string, string> = {},
  whenOver?: WhenOver,
): Promise<ChainProcess> {
  const child = spawnChain(dataDir, env, whenOver);
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr?.on("data", (data) => {
      output += data;
    });
    child.stdout?.on("data", (data) => {
      output += data;
      const ready = /chain ready: (\S+)/.exec(output);
      if (ready?.[1]) resolve(ready[1]);
    });
    child.once("exit", (code) => reject(new Error(`The chain ended with ${code}: ${output}`)));
  });
  return { child, url };
}

export function spawnChain(
  dataDir: string,
  env: Record<string, string> = {},
  whenOver: WhenOver = onTestFinished,
): ChildProcess {
  const command = ["dev/bootstrap.mjs", "chain/main", "--data-dir", dataDir];
  const child = spawn(process.execPath, command, {
    env: { ...process.env, CHAIN_PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  whenOver(() => void child.kill("SIGKILL"));
  return child;
}

export function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once("exit", resolve));
}
