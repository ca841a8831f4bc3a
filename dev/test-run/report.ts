// Reads what vitest reports, so that `npm test` counts files and runs failed ones again.
import { readFileSync, writeFileSync } from "node:fs";

export interface FileResult {
  /** Absolute path. */
  path: string;
  passed: number;
  /** A failure outside of its tests, such as in a hook, counts as one. */
  failed: number;
}

interface VitestReport {
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[];
}

/** The results of vitest's JSON report by file, or null where there is no report that can be read. */
export function readVitestReport(path: string): FileResult[] | null {
  try {
    const report = JSON.parse(readFileSync(path, "utf8")) as VitestReport;
    return report.testResults.map(({ name, status, assertionResults }) => {
      const count = (wanted: string) =>
        assertionResults.filter((result) => result.status === wanted).length;
      const failed = count("failed");
      return {
        path: name,
        passed: count("passed"),
        failed: failed === 0 && status === "failed" ? 1 : failed,
      };
    });
  } catch {
    return null;
  }
}

/** Runs of all tests whose unsteady files are remembered. */
const REMEMBERED_RUNS = 50;

/**
 * Adds the unsteady files of a run to those of the last runs, kept at `path`. Returns for each file of
 * this run in how many of them it was unsteady, and of how many.
 */
export function rememberUnsteady(
  path: string,
  files: readonly string[],
): { file: string; times: number; runs: number }[] {
  const runs = [...readRuns(path), files].slice(-REMEMBERED_RUNS);
  writeFileSync(path, JSON.stringify(runs));
  return files.map((file) => {
    const times = runs.filter((run) => run.includes(file)).length;
    return { file, times, runs: runs.length };
  });
}

function readRuns(path: string): (readonly string[])[] {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as string[][];
  } catch {
    return [];
  }
}
