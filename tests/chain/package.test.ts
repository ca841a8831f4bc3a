import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ROOT } from "../support/sources";
import { dataFolder } from "./chain-process";

const CHAIN = join(ROOT, "dev/chain");
const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const manifest = readJson(join(CHAIN, "package.json"));
/** The compiler that is installed here under another name. */
const INSTALLED_AS: Record<string, string> = { typescript: "typescript-7" };
const installed = (name: string) => join(ROOT, "node_modules", INSTALLED_AS[name] ?? name);

/** Gives `folder` the packages that a manifest names, as an installation would. */
function install(folder: string, dependencies: Record<string, string>): void {
  for (const [name, version] of Object.entries(dependencies)) {
    expect(readJson(join(installed(name), "package.json")).version, name).toBe(version);
    const path = join(folder, "node_modules", name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(installed(name), path);
  }
}

test("the chain packs, and runs elsewhere with its own dependencies alone", async () => {
  const [source, elsewhere] = [dataFolder(), dataFolder()];
  cpSync(CHAIN, source, { recursive: true, filter: (path) => path !== join(CHAIN, "dist") });
  install(source, { ...manifest.dependencies, ...manifest.devDependencies });
  execFileSync("npm", ["pack", "--silent", "--pack-destination", elsewhere], { cwd: source });
  const archive = join(elsewhere, `${manifest.name}-${manifest.version}.tgz`);
  install(elsewhere, manifest.dependencies);
  const unpacked = join(elsewhere, "node_modules", manifest.name);
  mkdirSync(unpacked);
  execFileSync("tar", ["-xzf", archive, "-C", unpacked, "--strip-components=1"]);

  const readme = readFileSync(join(unpacked, "README.md"), "utf8");
  const [, example = ""] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
  const path = join(elsewhere, "example.mjs");
  writeFileSync(path, example);
  const says = [...example.matchAll(/console\.log.* \/\/ (.*)$/gm)].map(([, said]) => said);
  const options = { cwd: elsewhere, encoding: "utf8" } as const;
  expect(execFileSync(process.execPath, [path], options).trim().split("\n")).toEqual(says);

  const typed = `import { type ChainHandle, startChain } from "${manifest.name}";
export const chain: Promise<ChainHandle> = startChain({ port: 0 });
// @ts-expect-error
startChain({ port: "0" });
`;
  writeFileSync(join(elsewhere, "typed.mts"), typed);
  const compiler = join(installed("typescript"), "bin/tsc");
  const flags =
    "--noEmit --strict --skipLibCheck --ignoreConfig --module nodenext --types node --typeRoots";
  const types = join(ROOT, "node_modules/@types");
  execFileSync(process.execPath, [compiler, "typed.mts", ...flags.split(" "), types], options);

  const command = join(unpacked, manifest.bin);
  const child = spawn(process.execPath, [command, "--port", "0"], { cwd: elsewhere });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = "";
    child.stderr.pipe(process.stderr);
    child.stdout.on("data", (data) => {
      output += data;
      const ready = /chain ready: (\S+)/.exec(output);
      if (ready?.[1]) resolve(ready[1]);
    });
    child.once("exit", (code) => reject(new Error(`The chain ended with ${code}`)));
  });
  expect(await (await fetch(`${url}/health`)).text()).toBe("ok");
});

test("a flag that it does not know ends the command with what it knows", () => {
  const command = ["dev/bootstrap.mjs", "chain/main", "--prot", "1"];
  const run = () => execFileSync(process.execPath, command, { stdio: "pipe", encoding: "utf8" });
  expect(run).toThrow(/Unknown option '--prot'[\s\S]*--port N/);
});
