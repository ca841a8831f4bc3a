import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesUnder, ROOT } from "../../support/sources";

/** Past 200 lines a file usually does a second thing; past this it surely does. */
const MOST_LINES = 260;

test("no file is long", () => {
  const long = filesUnder(["app", "db", "workers", "dev"], /\.(tsx?|mjs)$/)
    .map((path) => ({ path, lines: readFileSync(join(ROOT, path), "utf8").split("\n").length }))
    .filter(({ lines }) => lines > MOST_LINES);
  expect(long).toEqual([]);
});
