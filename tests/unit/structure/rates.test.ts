import { expect, test } from "vitest";
import { readImports } from "../../../dev/structure/import-graph";
import { filesUnder, ROOT } from "../../support/sources";

/** Loaders, and the price field, which shows what it converts. */
const MAY_SHOW = /^app\/[\w-]+\/(http|routes|ui)\//;
/** Cron, interfaces and what an isolate remembers. */
const WIRING = /^workers\/(cron-steps|isolate|ports|rate-sources)\.ts$/;

// spec: rate.sign-only
test("no rule, use case, order, ledger or repository reads the rate", () => {
  const files = filesUnder(["app", "db", "workers"], /\.tsx?$/);
  const readers = readImports(ROOT, files)
    .filter(({ from, to }) => to.startsWith("app/rates/") && !from.startsWith("app/rates/"))
    .map(({ from }) => from);
  expect(readers.length).toBeGreaterThan(5);
  expect(readers.filter((path) => !MAY_SHOW.test(path) && !WIRING.test(path))).toEqual([]);
});
