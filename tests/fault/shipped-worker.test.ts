import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { buildIfChanged } from "../../dev/run/build";
import { type BuildTarget, SHIPPED } from "../../dev/run/build-target";
import { WITH_FAILPOINTS } from "../support/failpoints/app";

/** Bytes of the Worker, compressed: the platform takes six times as much. */
const LARGEST = 512 * 1024;

/** What the failpoints can't do without, and minifying leaves as it is. */
const MARKS = ["FAILPOINTS_URL", "CLOCK_OFFSET", "failpoint", "AsyncLocalStorage", "d1.batch"];

beforeAll(async () => {
  await buildIfChanged();
  await buildIfChanged({ target: WITH_FAILPOINTS });
});

/** Everything that is uploaded or was bundled on the way to it. */
function codeOf({ buildDir, workerDir }: BuildTarget): string {
  const folders = [workerDir, join(buildDir, "server"), join(buildDir, "client/assets")];
  return folders
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => /\.(js|map)$/.test(path))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
}

function marksIn(code: string): string[] {
  return MARKS.filter((mark) => code.includes(mark));
}

test("the Worker that ships has no failpoint, and the one for tests has them", () => {
  expect(marksIn(codeOf(WITH_FAILPOINTS))).toEqual(MARKS);
  expect(marksIn(codeOf(SHIPPED))).toEqual([]);
});

test("the Worker that ships exports its entry and its object, and is small enough", () => {
  const bundle = readFileSync(join(SHIPPED.workerDir, "index.js"), "utf8");
  const last = bundle.slice(bundle.lastIndexOf("export {"));
  const names = last.slice(last.indexOf("{") + 1, last.indexOf("}")).split(",");
  const exported = names.map((name) =>
    name
      .trim()
      .split(/\s+as\s+/)
      .at(-1),
  );
  expect(exported.sort()).toEqual(["PendingTransaction", "SalesFeed", "default"]);
  expect(gzipSync(bundle).length).toBeLessThan(LARGEST);
});
