import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesUnder, ROOT } from "../../support/sources";

/** The guideline is 200 lines; longer files are split past this one. */
const MAX_LINES = 260;

test("no file exceeds the line limit", () => {
  const long = filesUnder(["app", "db", "workers", "dev"], /\.(tsx?|mjs)$/)
    .map((path) => ({ path, lines: lineCount(readFileSync(join(ROOT, path), "utf8")) }))
    .filter(({ lines }) => lines > MAX_LINES);
  expect(long).toEqual([]);
});

test("lines are counted as editors and `wc -l` do", () => {
  expect(["", "one", "one\n", "one\ntwo\n", "one\n\n"].map(lineCount)).toEqual([0, 1, 1, 2, 2]);
});

/** The line break at the end of a file begins no line. */
function lineCount(text: string): number {
  return text.replace(/\n$/, "").split("\n").length - (text === "" ? 1 : 0);
}
