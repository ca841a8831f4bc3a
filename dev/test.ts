/**
 * Every test: types, lint, then vitest with all of its projects. The last line counts them; types
 * and lint count as one each. Arguments go to vitest: `npm test -- tests/unit`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./run/paths";

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

const REPORT = join(ROOT, ".cache", "tests.json");
const bin = (path: string) => join(ROOT, "node_modules", path);

// Beside each other: the compiler and the build keep one core busy each.
const [types, lint, tests] = await Promise.all([
  // The native compiler. Scripts that read syntax trees use TypeScript 5: this one has no API yet.
  check("Types", [bin("typescript-7/bin/tsc"), "--noEmit"]),
  check("Lint", [bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings"]),
  vitest(process.argv.slice(2)),
]);
const passed = types.passed + lint.passed + tests.passed;
const failed = types.failed + lint.failed + tests.failed;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function check(name: string, args: string[]): Promise<Count> {
  const code = await node(args);
  console.log(`${name}: ${code === 0 ? "ok" : "failed"}`);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function vitest(args: string[]): Promise<Count> {
  rmSync(REPORT, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${REPORT}`];
  const code = await node([bin("vitest/vitest.mjs"), "run", ...reporters, ...args]);
  const count = readCount();
  // An error outside of any test fails the run.
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function readCount(): Count {
  try {
    const report = JSON.parse(readFileSync(REPORT, "utf8")) as VitestReport;
    const notLoaded = report.testResults.filter(
      ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
    );
    return { passed: report.numPassedTests, failed: report.numFailedTests + notLoaded.length };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

async function node(args: string[]): Promise<number | null> {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: "inherit" });
  const [code] = await once(child, "exit");
  return code as number | null;
}
