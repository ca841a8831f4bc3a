import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { expect, test } from "vitest";
import { mutants } from "../../../dev/simulator/mutants";
import type { Mutant } from "../../../dev/simulator/mutants/mutant";
import { ROOT } from "../../support/sources";

test("there are at least 30 planted faults, each with a name of its own", () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  expect(mutants.length).toBeGreaterThanOrEqual(30);
});

test("every text of a planted fault stands exactly once, and what it leaves can be compiled", async () => {
  const faults: string[] = [];
  for (const mutant of mutants) {
    const { changed, misplaced } = applied(mutant);
    faults.push(...misplaced);
    for (const [file, source] of changed) {
      if (!file.endsWith(".ts")) continue;
      await transform(source, { loader: "ts" }).catch((error: unknown) =>
        faults.push(`${mutant.name}: ${file}: ${error}`),
      );
    }
  }
  expect(faults).toEqual([]);
});

/** The files of a mutant after its edits, and those whose text stands there never or often. */
function applied({ name, edits }: Mutant): { changed: Map<string, string>; misplaced: string[] } {
  const changed = new Map<string, string>();
  const misplaced: string[] = [];
  for (const { file, text, replacement } of edits) {
    const parts = readFileSync(join(ROOT, file), "utf8").split(text).length - 1;
    if (parts !== 1 || text === replacement) misplaced.push(`${name}: ${file}: ${parts} times`);
    const before = changed.get(file) ?? readFileSync(join(ROOT, file), "utf8");
    changed.set(
      file,
      before.replace(text, () => replacement),
    );
  }
  return { changed, misplaced };
}
