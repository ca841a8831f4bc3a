import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compileSimulator } from "../../dev/simulator/cli/compile";
import { readKeptPlan } from "../../dev/simulator/cli/plan-file";
import { openPool } from "../../dev/simulator/cli/pool";

const FOLDER = join(import.meta.dirname, "found");

/** Plans that failed once: `npm run simulate -- --seed N --keep` writes them. */
test("what once failed holds", async () => {
  const names = existsSync(FOLDER) ? readdirSync(FOLDER) : [];
  const pool = openPool(await compileSimulator(), 1);
  try {
    const failures: Record<string, string | null> = {};
    for (const name of names) {
      const { plan } = readKeptPlan(join(FOLDER, name));
      failures[name] = (await pool.run(plan.seed, { plan })).failure;
    }
    expect(failures).toEqual(Object.fromEntries(names.map((name) => [name, null])));
  } finally {
    await pool.close();
  }
});
