/**
 * Every test: types, lint, then vitest with all of its projects. The last line counts them; types
 * and lint count as one each. Arguments go to vitest: `npm test -- tests/unit`.
 * Without arguments there are two runs of vitest at the same time (`run/test-runs.ts`).
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildIfChanged } from "./run/build";
import { ROOT } from "./run/paths";
import { TEST_RUNS } from "./run/test-runs";

interface Count {
  passed: number;
  failed: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  /** A file that could not be loaded has no test results. */
  testResults: { status: string; assertionResults: unknown[] }[];
}

const bin = (path: string) => join(ROOT, "node_modules", path);

const args = process.argv.slice(2);
// Beside each other: the compiler and the build keep one core busy each.
const counts = await Promise.all([
  // The native compiler. Scripts that read syntax trees use TypeScript 5: this one has no API yet.
  check("Types", [bin("typescript-7/bin/tsc"), "--noEmit"]),
  check("Lint", [bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings"]),
  args.length > 0 ? vitest(args) : bothRuns(),
]);
const { passed, failed } = counts.reduce(sum);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function sum(one: Count, other: Count): Count {
  return { passed: one.passed + other.passed, failed: one.failed + other.failed };
}

async function check(name: string, args: string[]): Promise<Count> {
  const code = await node(args);
  console.log(`${name}: ${code === 0 ? "ok" : "failed"}`);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Both runs at the same time, after the build that both need; where it fails, their tests say why. */
async function bothRuns(): Promise<Count> {
  await buildIfChanged().catch(() => undefined);
  // In a terminal each of them would redraw its progress over the lines of the other.
  const env = { CI: "1" };
  const counts = TEST_RUNS.map((projects, index) => {
    const options = projects.map((name) => `--project=${name}`);
    return vitest(options, { env, report: `tests-${index + 1}.json` });
  });
  return (await Promise.all(counts)).reduce(sum);
}

async function vitest(
  args: string[],
  { env = {}, report = "tests.json" }: { env?: Record<string, string>; report?: string } = {},
): Promise<Count> {
  const path = join(ROOT, ".cache", report);
  rmSync(path, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${path}`];
  const code = await node([bin("vitest/vitest.mjs"), "run", ...reporters, ...args], env);
  const count = readCount(path);
  // An error outside of any test fails the run.
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function readCount(path: string): Count {
  try {
    const report = JSON.parse(readFileSync(path, "utf8")) as VitestReport;
    const notLoaded = report.testResults.filter(
      ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
    );
    return { passed: report.numPassedTests, failed: report.numFailedTests + notLoaded.length };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

async function node(args: string[], env: Record<string, string> = {}): Promise<number | null> {
  const options = { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...env } } as const;
  const child = spawn(process.execPath, args, options);
  const [code] = await once(child, "exit");
  return code as number | null;
}
