import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TEST_RUNS } from "../../../dev/run/test-runs";
import { ROOT } from "../../support/sources";

test("every kind of tests is in one of the runs of npm test", () => {
  const kinds = readdirSync(join(ROOT, "tests")).filter((name) => name !== "support");
  expect(TEST_RUNS.flatMap(({ projects }) => projects).toSorted()).toEqual(kinds.toSorted());
});
