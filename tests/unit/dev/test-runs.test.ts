import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FOLDER_ORDER, NODE_FOLDERS, TEST_RUNS } from "../../../dev/test-run/runs";
import { ROOT } from "../../support/sources";

// spec: command.test
test("every kind of tests is in one of the runs of npm test", () => {
  const others = ["support", "releases"];
  const kinds = readdirSync(join(ROOT, "tests")).filter((name) => !others.includes(name));
  expect(FOLDER_ORDER.toSorted()).toEqual(kinds.toSorted());
  const projects = TEST_RUNS.map(({ project }) => project);
  const folders = projects.flatMap((name) => (name === "node" ? NODE_FOLDERS : [name]));
  expect(folders.toSorted()).toEqual(kinds.toSorted());
});
