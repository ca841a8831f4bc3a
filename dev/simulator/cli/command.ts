import { assertNever } from "../../../app/lib/assert-never";
import { mutants } from "../mutants/index";
import type { Mutant } from "../mutants/mutant";
import { BadWords, type Options, readArguments, USAGE, type Wanted } from "./arguments";
import { compileSimulator } from "./compile";
import { runMany } from "./many-runs";
import { runMutants } from "./mutant-runs";
import { runOne } from "./one-run";
import { readKeptPlan } from "./plan-file";
import { openPool, type Pool } from "./pool";

/** Exit codes of the command. */
const HELD = 0;
const FAILED = 1;
const BAD_WORDS = 2;

/** @returns the exit code: 0 where all held, 1 where something failed, 2 for words that it does not know */
export async function runSimulateCommand(words: readonly string[]): Promise<number> {
  try {
    const { wanted, options } = readArguments(words);
    if (wanted.kind === "help") {
      console.log(USAGE);
      return HELD;
    }
    return (await run(wanted, options)) ? HELD : FAILED;
  } catch (error) {
    if (!(error instanceof BadWords)) throw error;
    console.error(error.message);
    return BAD_WORDS;
  }
}

type WantedRun = Exclude<Wanted, { kind: "help" }>;

async function run(wanted: WantedRun, options: Options): Promise<boolean> {
  switch (wanted.kind) {
    case "seed":
      return withPool(mutantNamed(wanted.mutant), options, (pool) =>
        runOne(pool, wanted.seed, null, options),
      );
    case "plan": {
      const { plan } = readKeptPlan(wanted.path);
      return withPool(mutantNamed(wanted.mutant), options, (pool) =>
        runOne(pool, plan.seed, plan, options),
      );
    }
    case "seeds":
      return withPool(null, options, async (pool) => {
        return (await runMany(pool, wanted.from, wanted.count)) === 0;
      });
    case "mutants": {
      const one = mutantNamed(wanted.name);
      return withPool(null, options, async (pool) => {
        return (await runMutants(pool, one ? [one] : mutants, wanted.from, wanted.count)) === 0;
      });
    }
    default:
      return assertNever(wanted);
  }
}

async function withPool(
  mutant: Mutant | null,
  { jobs }: Options,
  work: (pool: Pool) => Promise<boolean>,
): Promise<boolean> {
  const pool = openPool(await compileSimulator(mutant), jobs);
  try {
    return await work(pool);
  } finally {
    await pool.close();
  }
}

function mutantNamed(name: string | null): Mutant | null {
  if (name === null) return null;
  const found = mutants.find((mutant) => mutant.name === name);
  if (found) return found;
  const known = mutants.map((mutant) => mutant.name).join(", ");
  throw new BadWords(`No planted fault is called '${name}'. There are: ${known}.`);
}
