import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ROOT } from "./sources";

/** Runs the program that checks proofs of purchase, in a folder, to its end. `output` is what it says. */
export async function runChecker(
  cwd: string,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const program = join(ROOT, "public/comptoir-verify.mjs");
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: { PATH: process.env.PATH },
    // Some versions of Node warn of Ed25519 there.
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  const [code] = await once(child, "close");
  return { code, output: output.trim() };
}
