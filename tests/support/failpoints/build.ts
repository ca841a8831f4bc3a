import { join } from "node:path";
import type { BuildTarget } from "../../../dev/run/build";
import { ROOT } from "../../../dev/run/paths";

const CACHE = join(ROOT, ".cache/failpoints");

/** The Worker with failpoints. */
export const FAILPOINT_BUILD: BuildTarget = {
  entry: "tests/support/failpoints/entry.ts",
  buildDir: join(CACHE, "build"),
  workerDir: join(CACHE, "worker"),
  sources: ["entry", "instrument", "scope"].map((name) => `tests/support/failpoints/${name}.ts`),
};
