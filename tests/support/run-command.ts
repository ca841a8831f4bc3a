import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ROOT } from "./sources";

export interface CommandResult {
  code: number | null;
  /** Standard output and errors, in the order in which they arrived. */
  output: string;
}

/** Runs one of the project's commands, such as `backup FILE`, to its end, as npm runs it. */
export async function runCommand(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [join(ROOT, "dev/bootstrap.mjs"), ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "", VITEST: "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  }
  const [code] = await once(child, "close");
  return { code, output };
}

/** `npm run check-ledger` on a data folder. */
export function checkLedger(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<CommandResult> {
  return runCommand(["check-ledger"], { DATA_DIR: dataDir, ...env });
}
