import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readVitestReport, rememberUnsteady } from "../../../dev/test-run/report";

const folder = mkdtempSync(join(tmpdir(), "comptoir-report-"));
const path = join(folder, "report.json");
afterAll(() => rmSync(folder, { recursive: true }));

function results(...statuses: string[]) {
  return statuses.map((status) => ({ status }));
}

// spec: command.test
test("a report is read by file; a file that failed outside of its tests has one failure", () => {
  const testResults = [
    { name: "/a.test.ts", status: "passed", assertionResults: results("passed", "passed") },
    { name: "/b.test.ts", status: "failed", assertionResults: results("passed", "failed") },
    { name: "/hook.test.ts", status: "failed", assertionResults: results("pending") },
    { name: "/import.test.ts", status: "failed", assertionResults: [] },
  ];
  writeFileSync(path, JSON.stringify({ testResults }));
  expect(readVitestReport(path)).toEqual([
    { path: "/a.test.ts", passed: 2, failed: 0 },
    { path: "/b.test.ts", passed: 1, failed: 1 },
    { path: "/hook.test.ts", passed: 0, failed: 1 },
    { path: "/import.test.ts", passed: 0, failed: 1 },
  ]);
});

test("a report that is missing or cut off is none", () => {
  expect(readVitestReport(join(folder, "missing.json"))).toBeNull();
  writeFileSync(path, '{"testResults": [');
  expect(readVitestReport(path)).toBeNull();
});

test("a file is counted in the runs in which it was unsteady, of the last fifty", () => {
  const path = join(mkdtempSync(join(tmpdir(), "unsteady-")), "runs.json");
  expect(rememberUnsteady(path, ["a"])).toEqual([{ file: "a", times: 1, runs: 1 }]);
  expect(rememberUnsteady(path, [])).toEqual([]);
  expect(rememberUnsteady(path, ["b", "a"])).toEqual([
    { file: "b", times: 1, runs: 3 },
    { file: "a", times: 2, runs: 3 },
  ]);
  for (let run = 0; run < 49; run += 1) rememberUnsteady(path, []);
  expect(rememberUnsteady(path, ["a"])).toEqual([{ file: "a", times: 1, runs: 50 }]);
  writeFileSync(path, "cut o");
  expect(rememberUnsteady(path, ["a"])).toEqual([{ file: "a", times: 1, runs: 1 }]);
});
