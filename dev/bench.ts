/**
 * `npm run bench [name] [-- arguments]`: runs bench/<name>.ts with the arguments, or each of them. A
 * benchmark's default export measures and returns rows; they are printed and kept in
 * bench/results/<name>.json.
 */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runCommand, StartFailure } from "./run/failure";
import { ROOT } from "./run/paths";

export type BenchRow = Record<string, string | number>;
export type Benchmark = (args: readonly string[]) => Promise<BenchRow[]>;

const folder = join(ROOT, "bench");
const known = readdirSync(folder)
  .filter((name) => name.endsWith(".ts"))
  .map((name) => name.slice(0, -".ts".length));

await runCommand(async () => {
  const [asked, ...args] = process.argv.slice(2);
  if (asked && !known.includes(asked)) {
    throw new StartFailure(`No benchmark is called ${asked}; there are: ${known.join(", ")}`);
  }
  for (const name of asked ? [asked] : known) await run(name, args);
});

async function run(name: string, args: readonly string[]): Promise<void> {
  console.log(`\n${name}`);
  const { default: measure } = (await import(pathToFileURL(join(folder, `${name}.ts`)).href)) as {
    default: Benchmark;
  };
  const rows = await measure(args);
  console.table(rows);
  mkdirSync(join(folder, "results"), { recursive: true });
  const result = { name, at: new Date().toISOString(), node: process.version, rows };
  writeFileSync(join(folder, "results", `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
}
