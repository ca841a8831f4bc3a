/**
 * Every test: types, lint, then vitest with all of its projects. The last line counts them; types
 * and lint count as one each. Arguments go to vitest: `npm test -- tests/unit`.
 * Without arguments there are three runs of vitest at the same time (`test-run/runs.ts`). A few failed
 * files of some folders are then run once more; those that pass are listed as unsteady.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { FAILPOINT_BUILD } from "../tests/support/failpoints/build";
import { buildIfChanged } from "./run/build";
import { ROOT } from "./run/paths";
import { checkTypes } from "./test-run/check-types";
import { startProcessorTimeMeter } from "./test-run/processor-time";
import { type FileResult, readVitestReport, rememberUnsteady } from "./test-run/report";
import { REPEATED_FOLDERS, TEST_RUNS } from "./test-run/runs";

interface Count {
  passed: number;
  failed: number;
}

interface VitestRun {
  files: FileResult[];
  /** True where vitest failed, or wrote no report, without a file that failed. */
  hasOtherError: boolean;
}

/** A file system in memory, and what must be free there. The tests had 0.3 GB in it at once. */
const MEMORY_FOLDER = "/dev/shm";
const MIN_FREE_BYTES = 8 * 1024 ** 3;

/** Failed files that are run again; where more fail, the machine is not the cause. */
const MAX_REPEATED_FILES = 5;

const bin = (path: string) => join(ROOT, "node_modules", path);

/** Most that the tests may take, in units of the processor time of builds, types and lint in the same run. */
const MAX_TESTS_RATIO = 25;
/** Processor time of the last run that built (ms). */
const BASELINE_FILE = join(ROOT, ".cache", "processor-time-of-checks");

/** Unsteady files of the last runs in this checkout. */
const UNSTEADY_FILE = join(ROOT, ".cache", "unsteady.json");

const args = process.argv.slice(2);
const meter = startProcessorTimeMeter();
// Writing and removing the databases of the tests on a disk takes a tenth of their processor time.
if (!process.env.TMPDIR && hasMemoryFolder()) process.env.TMPDIR = MEMORY_FOLDER;
// Beside each other: the compiler and the build keep one core busy each.
const checks = [check("Types", checkTypes()), check("Lint", lint())];
const built = args.length > 0 ? undefined : buildIfChanged().catch(() => undefined);
const withFailpoints = built
  ?.then(() => buildIfChanged({ target: FAILPOINT_BUILD }))
  .catch(() => false);
const baselineMs = Promise.all([built, withFailpoints, ...checks]).then(
  ([isBuilt, hasFailpoints]) => readBaseline(isBuilt === true && hasFailpoints === true),
);
const counts = await Promise.all([
  ...checks,
  built ? allProjects(built) : vitest(args).then(countOf),
]);
const { passed, failed } = counts.reduce(sum);
if (built) printProcessorTime(await baselineMs);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/**
 * Processor time of both builds, types and lint (ms), read when they have ended and before any vitest has.
 * Where one had not to be built, that of the last run that built both; null where there is none.
 */
function readBaseline(isBuilt: boolean): number | null {
  if (!isBuilt)
    return existsSync(BASELINE_FILE) ? Number(readFileSync(BASELINE_FILE, "utf8")) : null;
  const ms = meter?.endedChildrenMs() ?? null;
  if (ms !== null) writeFileSync(BASELINE_FILE, String(ms));
  return ms;
}

/** Says when the tests take too much, and fails nothing: a loaded machine takes more for the same work. */
function printProcessorTime(ofChecks: number | null): void {
  if (!meter || ofChecks === null) return;
  const ofTests = Math.max(0, meter.totalMs() - ofChecks);
  const ratio = ofTests / ofChecks;
  const seconds = (ms: number) => `${Math.round(ms / 1_000)} s`;
  const bound = process.env.TEST_LONG ? "" : ` (at most ${MAX_TESTS_RATIO})`;
  const verdict = bound && ratio > MAX_TESTS_RATIO ? ": too much, see decision 043" : "";
  console.log(
    `Processor time: tests ${seconds(ofTests)}, builds, types and lint ${seconds(ofChecks)}, ${ratio.toFixed(1)} times as much${bound}${verdict}`,
  );
}

function hasMemoryFolder(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize >= MIN_FREE_BYTES;
  } catch {
    return false;
  }
}

function sum(one: Count, other: Count): Count {
  return { passed: one.passed + other.passed, failed: one.failed + other.failed };
}

function countOf({ files, hasOtherError }: VitestRun): Count {
  return files.reduce(sum, { passed: 0, failed: hasOtherError ? 1 : 0 });
}

async function check(name: string, work: Promise<boolean>): Promise<Count> {
  const isOk = await work;
  console.log(`${name}: ${isOk ? "ok" : "failed"}`);
  return isOk ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function lint(): Promise<boolean> {
  return (await node([bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings"])) === 0;
}

/** All runs at the same time, beside or after the build; where it fails, their tests say why. */
async function allProjects(built: Promise<unknown>): Promise<Count> {
  // In a terminal each of them would redraw its progress over the lines of the other.
  const env = { CI: "1" };
  const runs = await Promise.all(
    TEST_RUNS.map(async ({ project, maxWorkers, startsBeforeBuild }) => {
      if (!startsBeforeBuild) await built;
      const options = [`--project=${project}`, `--maxWorkers=${maxWorkers}`];
      return vitest(options, { env, report: `tests-${project}.json` });
    }),
  );
  return countOf(await repeatFailed(runs));
}

/**
 * Runs failed files again, one at a time: a test that waits for other processes can fail on a machine
 * without processor time to spare, and a fault fails again.
 */
async function repeatFailed(runs: VitestRun[]): Promise<VitestRun> {
  const files = runs.flatMap((run) => run.files);
  const hasOtherError = runs.some((run) => run.hasOtherError);
  const paths = files.filter(({ failed }) => failed > 0).map(({ path }) => relative(ROOT, path));
  const isRepeated = paths.length <= MAX_REPEATED_FILES && paths.every(mayRepeat);
  if (paths.length === 0) rememberUnsteady(UNSTEADY_FILE, []);
  if (paths.length === 0 || !isRepeated) return { files, hasOtherError };
  console.log(`Run again, one at a time: ${paths.join(", ")}`);
  const options = { env: { CI: "1" }, report: "tests-again.json" };
  const again = await vitest(["--no-file-parallelism", ...paths], options);
  const unsteady = paths.filter((path) => hasPassed(again, path));
  for (const { file, times, runs } of rememberUnsteady(UNSTEADY_FILE, unsteady)) {
    const verdict = times > 1 ? ": mend it" : "";
    console.log(
      `Unsteady: ${file} failed once and passed when it was run again, in ${times} of the last ${runs} runs${verdict}`,
    );
  }
  return {
    files: [...files.filter((file) => file.failed === 0), ...again.files],
    hasOtherError: hasOtherError || again.hasOtherError || again.files.length < paths.length,
  };
}

/** @param path below the project's root */
function mayRepeat(path: string): boolean {
  return REPEATED_FOLDERS.some((folder) => path.startsWith(join("tests", folder, "/")));
}

function hasPassed({ files }: VitestRun, path: string): boolean {
  return files.some((file) => relative(ROOT, file.path) === path && file.failed === 0);
}

async function vitest(
  args: string[],
  { env = {}, report = "tests.json" }: { env?: Record<string, string>; report?: string } = {},
): Promise<VitestRun> {
  const path = join(ROOT, ".cache", report);
  rmSync(path, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${path}`];
  const code = await node([bin("vitest/vitest.mjs"), "run", ...reporters, ...args], env);
  const files = readVitestReport(path) ?? [];
  // An error outside of any test fails the run.
  const hasFailedFile = files.some(({ failed }) => failed > 0);
  return { files, hasOtherError: files.length === 0 || (code !== 0 && !hasFailedFile) };
}

async function node(args: string[], env: Record<string, string> = {}): Promise<number | null> {
  const options = { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...env } } as const;
  const child = spawn(process.execPath, args, options);
  const [code] = await once(child, "exit");
  return code as number | null;
}
