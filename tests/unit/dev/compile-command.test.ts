import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { compileCommand } from "../../../dev/compile-command.mjs";
import { ROOT } from "../../../dev/run/paths";

let root: string;

beforeEach(() => {
  // Below the checkout, whose packages the commands import.
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  root = mkdtempSync(join(ROOT, ".cache/compile-test-"));
  mkdirSync(join(root, "dev"));
  write("dev/greet.ts", 'import { name } from "./name";\nconsole.log("to", name as string);\n');
  write("dev/name.ts", 'export const name: string = "one";\n');
});
afterEach(() => rmSync(root, { recursive: true }));

test("a command is compiled with what it imports, and again when one of the sources has changed", async () => {
  const first = await output("greet", "lock");
  write("dev/name.ts", 'export const name: string = "another";\n');
  const second = await output("greet", "lock");
  expect([first, second]).toEqual(["to one", "to another"]);
});

test("nothing is compiled while sources and packages are the same", async () => {
  const compiled = await compileCommand(root, "dev/greet.ts", "lock");
  writeFileSync(compiled, 'console.log("kept");');
  const kept = await output("greet", "lock");
  const others = await output("greet", "another lock");
  expect([kept, others]).toEqual(["kept", "to one"]);
});

test("a command with a bundled package and one that stays where it is runs", async () => {
  write(
    "dev/address.ts",
    'import { PublicKey } from "@solana/web3.js";\nimport bs58 from "bs58";\n' +
      'console.log(new PublicKey(bs58.decode("1".repeat(32))).toBase58());\n',
  );
  expect(await output("address", "lock")).toBe("1".repeat(32));
});

test("what is imported on demand is loaded on demand", async () => {
  write("dev/late.ts", 'console.log("late");\nexport {};\n');
  write("dev/greet.ts", 'console.log("early");\nif (process.env.LATE) await import("./late");\n');
  const compiled = await compileCommand(root, "dev/greet.ts", "lock");
  const run = (env: Record<string, string>) =>
    execFileSync(process.execPath, [compiled], { env, encoding: "utf8" }).trim();
  expect([run({}), run({ LATE: "1" })]).toEqual(["early", "early\nlate"]);
});

function write(path: string, text: string): void {
  writeFileSync(join(root, path), text);
}

async function output(command: string, installed: string): Promise<string> {
  const compiled = await compileCommand(root, `dev/${command}.ts`, installed);
  return execFileSync(process.execPath, [compiled], { encoding: "utf8" }).trim();
}
