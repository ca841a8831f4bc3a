// Reads what vitest reports, so that `npm test` counts files and runs failed ones again.
import { readFileSync } from "node:fs";

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
