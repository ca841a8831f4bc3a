import { spawn } from "node:child_process";
import { once } from "node:events";
import { ROOT } from "./sources";

/** `npm run simulate` as a process. */
export async function simulateCommand(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; stdout: string; stderr: string; lastLine: string }> {
  const child = spawn(process.execPath, ["dev/bootstrap.mjs", "simulate", ...words], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (text) => {
    stdout += text;
  });
  child.stderr.on("data", (text) => {
    stderr += text;
  });
  const [code] = await once(child, "close");
  return { code, stdout, stderr, lastLine: stdout.trimEnd().split("\n").at(-1) ?? "" };
}
