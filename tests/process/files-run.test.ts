import { expect, test } from "vitest";
import { ROOT } from "../../dev/run/paths";
import { purchaseFiles } from "../../dev/structure/purchase-files";
import { LONG_RUN } from "../support/test-scale";

/** Files of `app`, `db` and `workers` whose functions may run, the pipeline of a request included. */
const MOST_FILES = {
  "building a transaction": 117,
  "one round of polling": 34,
  "one purchase": 184,
};

// Builds the Worker once more, with a source map.
test.runIf(LONG_RUN)(
  "a purchase runs the functions of few files",
  { timeout: 600_000 },
  async () => {
    const files = await purchaseFiles(ROOT);
    for (const [what, most] of Object.entries(MOST_FILES)) {
      const run = files.get(what) ?? [];
      expect(run.length, what).toBeGreaterThan(0);
      expect(run.length, `${what}: ${run.join(", ")}`).toBeLessThanOrEqual(most);
    }
  },
);
