import type { Mutant } from "../mutants/mutant";
import { compileSimulator } from "./compile";
import { eachSeed } from "./many-runs";
import { openPool, type Pool } from "./pool";

interface Found {
  seed: number;
  failure: string;
}

/**
 * Looks for each mutant in the same seeds, until one fails that holds without the mutant, and prints it.
 *
 * @param shipped the product as it is
 * @returns number of mutants that no seed found
 */
export async function runMutants(
  shipped: Pool,
  mutants: readonly Mutant[],
  from: number,
  count: number,
): Promise<number> {
  const foundAt: number[] = [];
  for (const mutant of mutants) {
    const pool = openPool(await compileSimulator(mutant), shipped.jobs);
    try {
      const found = await firstFound(pool, shipped, from, from + count);
      if (found) foundAt.push(found.seed);
      console.log(`${mutant.name}: ${wordsFor(found, count)}`);
    } finally {
      await pool.close();
    }
  }
  const median = foundAt.sort((one, other) => one - other)[foundAt.length >> 1];
  if (median !== undefined) console.log(`Median seed ${median}, last ${foundAt.at(-1)}`);
  console.log(`${mutants.length} mutants, ${foundAt.length} found`);
  return mutants.length - foundAt.length;
}

/** The lowest seed that fails with the mutant and holds without it. */
async function firstFound(
  mutated: Pool,
  shipped: Pool,
  from: number,
  end: number,
): Promise<Found | null> {
  const found: Found[] = [];
  await eachSeed(mutated, from, end, async (seed) => {
    const { failure } = await mutated.run(String(seed));
    if (failure === null) return true;
    const { failure: without } = await shipped.run(String(seed));
    if (without !== null) {
      console.log(`seed ${seed} fails without the mutant as well: ${firstLine(without)}`);
      return true;
    }
    found.push({ seed, failure });
    return false;
  });
  return found.sort((one, other) => one.seed - other.seed)[0] ?? null;
}

function wordsFor(found: Found | null, count: number): string {
  return found ? `seed ${found.seed}: ${firstLine(found.failure)}` : `not found in ${count} seeds`;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
