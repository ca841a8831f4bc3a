import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { type BuildTarget, buildIfChanged, SHIPPED } from "../../../dev/run/build";
import { TestClock } from "../../support/clock/test-clock";
import { FAILPOINT_BUILD } from "../../support/failpoints/build";

/** Gzipped bytes of the Worker: little more than a quarter of the platform's limit on the free plan. */
const MAX_GZIP_BYTES = 900 * 1024;

/** Texts of the failpoints that minifying keeps. */
const FAILPOINT_TEXTS = ["FAILPOINTS_URL", "failpoint", "AsyncLocalStorage", "d1.batch"];

/** Texts of the test clock. */
const CLOCK_TEXTS = ["/test-clock", "setDateOffset", "moveAlarmEarlier"];

beforeAll(async () => {
  await buildIfChanged();
  await buildIfChanged({ target: FAILPOINT_BUILD });
});

/** All bundled and uploaded code, with source maps. */
function codeOf({ buildDir, workerDir }: BuildTarget): string {
  const folders = [workerDir, join(buildDir, "server"), join(buildDir, "client/assets")];
  return folders
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => /\.(js|map)$/.test(path))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
}

function failpointTextsIn(code: string): string[] {
  return FAILPOINT_TEXTS.filter((mark) => code.includes(mark));
}

test("the test clock is in no build: it wraps the Worker when it is loaded", () => {
  const [wrapper] = new TestClock("http://localhost").workerModules();
  expect(CLOCK_TEXTS.filter((mark) => wrapper?.code.includes(mark))).toEqual(CLOCK_TEXTS);
  for (const target of [SHIPPED, FAILPOINT_BUILD]) {
    const code = codeOf(target);
    expect(CLOCK_TEXTS.filter((mark) => code.includes(mark))).toEqual([]);
  }
});

test("the shipped Worker has no failpoint, and the one for tests has them", () => {
  expect(failpointTextsIn(codeOf(FAILPOINT_BUILD))).toEqual(FAILPOINT_TEXTS);
  expect(failpointTextsIn(codeOf(SHIPPED))).toEqual([]);
});

test("the shipped Worker exports its entry and classes, and is below the size limit", () => {
  const bundle = readFileSync(join(SHIPPED.workerDir, "index.js"), "utf8");
  const last = bundle.slice(bundle.lastIndexOf("export {"));
  const names = last.slice(last.indexOf("{") + 1, last.indexOf("}")).split(",");
  const exported = names.map((name) =>
    name
      .trim()
      .split(/\s+as\s+/)
      .at(-1),
  );
  expect(exported.sort()).toEqual([
    "PendingTransaction",
    "PlatformSignatureCache",
    "StockWatch",
    "default",
  ]);
  expect(gzipSync(bundle).length).toBeLessThan(MAX_GZIP_BYTES);
});
