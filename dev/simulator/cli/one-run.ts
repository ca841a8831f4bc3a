import { join, relative } from "node:path";
import { ROOT } from "../../run/paths";
import type { RunResult } from "../run";
import { firstSteps, shrink } from "../shrink";
import type { Plan } from "../steps";
import type { Options } from "./arguments";
import { writeKeptPlan } from "./plan-file";
import type { Pool } from "./pool";

const FOUND = join(ROOT, "tests/simulator/found");
/** Longer ones are ids and addresses, which differ from run to run. */
const MAX_WORD_CHARS = 15;
const COMPARED_WORDS = 8;

/**
 * Runs one seed, or a plan in its place, and prints what came of it. A failure is shrunk, and what happens
 * in the shrunk run is told in full.
 *
 * @returns whether it held
 */
export async function runOne(
  pool: Pool,
  seed: string,
  given: Plan | null,
  { trace, keep }: Pick<Options, "trace" | "keep">,
): Promise<boolean> {
  const plan = given ?? (await pool.planOf(seed));
  const result = await pool.run(seed, { plan, keepLines: trace });
  if (trace) print(result.lines);
  if (result.failure !== null) {
    console.log(`Failed: ${result.failure}`);
    const shrunk = await shrinkFailure(pool, plan, result);
    const told = await pool.run(seed, { plan: shrunk, keepLines: true });
    console.log(`\nThe same with ${shrunk.steps.length} of its ${plan.steps.length} steps:`);
    for (const { id, act, person } of shrunk.steps) {
      const who = person === null ? "" : ` (${plan.people[person]?.name})`;
      console.log(`  step ${id}: ${act}${who}`);
    }
    if (!trace) print(told.lines);
    console.log(`Failed: ${told.failure}`);
    if (keep) {
      const path = join(FOUND, `${seed}.json`);
      writeKeptPlan(path, { failure: told.failure ?? result.failure, plan: shrunk });
      console.log(`Kept as ${relative(ROOT, path)}, which npm test runs from now on.`);
    }
  }
  const { steps, payments, hash } = result;
  console.log(`seed ${seed}, ${steps} steps, ${payments} payments, trace ${hash}`);
  return result.failure === null;
}

/** The fewest steps that still fail in the same way. */
export async function shrinkFailure(pool: Pool, plan: Plan, failed: RunResult): Promise<Plan> {
  const fails = async (candidate: Plan) => {
    const { failure } = await pool.run(plan.seed, { plan: candidate });
    return failure !== null && kindOf(failure) === kindOf(failed.failure ?? "");
  };
  const untilFailure = firstSteps(plan, failed.steps);
  return shrink((await fails(untilFailure)) ? untilFailure : plan, fails, pool.jobs);
}

/** What a failure has in common with others: its first words, without names and numbers. */
function kindOf(failure: string): string {
  const [start = ""] = failure.split(/[:;\n]/);
  const words = start
    .split(" ")
    .filter((word) => word.length <= MAX_WORD_CHARS && !/\d/.test(word));
  return words.slice(0, COMPARED_WORDS).join(" ");
}

function print(lines: readonly string[]): void {
  if (lines.length > 0) console.log(lines.join("\n"));
}
