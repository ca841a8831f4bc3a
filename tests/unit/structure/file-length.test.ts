import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesUnder, ROOT } from "../../support/sources";

/** The guideline is 200 lines; longer files are split past this one. */
const MAX_LINES = 260;

test("no file exceeds the line limit", () => {
  const long = filesUnder(["app", "db", "workers", "dev"], /\.(tsx?|mjs)$/)
    .map((path) => ({ path, lines: readFileSync(join(ROOT, path), "utf8").split("\n").length }))
    .filter(({ lines }) => lines > MAX_LINES);
  expect(long).toEqual([]);
});
