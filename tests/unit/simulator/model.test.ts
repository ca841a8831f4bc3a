import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../support/sources";

const MODEL = "dev/simulator/model";
const MAX_LINES = 540;

test("what computes the allowed ends is short enough to be read beside the rules of payments", () => {
  const files = ["model.ts", "payments.ts", "codes.ts"];
  const sources = files.map((file) => readFileSync(join(ROOT, MODEL, file), "utf8"));
  const imported = sources.flatMap((source) =>
    [...source.matchAll(/ from "([^"]+)"/g)].map(([, path]) => path),
  );
  // Nothing that it computes by stands elsewhere: the others are types.
  expect(new Set(imported)).toEqual(
    new Set(["./codes", "./facts", "./payments", "./story", "../world"]),
  );
  expect(
    sources.join("\n").match(/^import \{ [^}]*\} from "(?!\.\/(?:codes|payments)")/m),
  ).toBeNull();
  const lines = sources.map((source) => source.trimEnd().split("\n").length);
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(MAX_LINES);
});
