import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";

/** What the command was asked for. */
export type Wanted =
  | { kind: "help" }
  | { kind: "seed"; seed: string; mutant: string | null }
  | { kind: "plan"; path: string; mutant: string | null }
  | { kind: "seeds"; from: number; count: number }
  /** Looks for a seed that finds each of them. Null: all. */
  | { kind: "mutants"; name: string | null; from: number; count: number };

export interface Options {
  /** Processes at the same time. */
  jobs: number;
  /** Prints every line of the trace. */
  trace: boolean;
  /** Writes the shrunk plan of a failure as a test. */
  keep: boolean;
}

/** Words that the command does not understand: shown as one sentence, exit code 2. */
export class BadWords extends Error {
  override readonly name = "BadWords";
}

export const USAGE = `npm run simulate -- --seed N            one seed; a failure is shrunk and told step by step
                        --seeds N [--from K]  N seeds, from K (1) on
                        --mutants [--seeds N] looks for each planted fault in N (500) seeds
                        --mutant NAME [--seed N]  one planted fault
                        --plan FILE         a plan that --keep has written
Beside these: --trace (prints all that happens), --keep (a failure becomes a test), --jobs N (processes)`;

const OPTIONS = {
  help: { type: "boolean" },
  seed: { type: "string" },
  seeds: { type: "string" },
  from: { type: "string" },
  plan: { type: "string" },
  mutants: { type: "boolean" },
  mutant: { type: "string" },
  jobs: { type: "string" },
  trace: { type: "boolean" },
  keep: { type: "boolean" },
} as const;

/** Seeds in which each planted fault must show. */
const SEEDS_PER_MUTANT = 500;

/** @throws BadWords */
export function readArguments(words: readonly string[]): { wanted: Wanted; options: Options } {
  const values = valuesOf(words);
  const options = {
    jobs: values.jobs === undefined ? availableParallelism() : count("--jobs", values.jobs),
    trace: values.trace === true,
    keep: values.keep === true,
  };
  return { wanted: wantedBy(values), options };
}

function valuesOf(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: OPTIONS }).values;
  } catch (error) {
    const [sentence = ""] = String((error as Error).message).split(/(?<=\.) |\n/);
    throw new BadWords(`${sentence.replace(/\.$/, "")}. See npm run simulate -- --help.`);
  }
}

function wantedBy(values: ReturnType<typeof valuesOf>): Wanted {
  const { seed, seeds, plan, mutants, mutant = null } = values;
  const from = values.from === undefined ? 1 : whole("--from", values.from);
  if (values.help) return { kind: "help" };
  if (mutants && (seed ?? plan ?? mutant) !== null && (seed ?? plan ?? mutant) !== undefined)
    throw new BadWords("--mutants takes all planted faults; --mutant NAME takes one.");
  const forms = [seed, seeds, plan].filter((value) => value !== undefined).length;
  if (forms > 1) throw new BadWords("Only one of --seed, --seeds and --plan can be asked for.");
  if (seed !== undefined) return { kind: "seed", seed: String(whole("--seed", seed)), mutant };
  if (plan !== undefined) return { kind: "plan", path: plan, mutant };
  const asked = seeds === undefined ? null : count("--seeds", seeds);
  if (mutants || mutant !== null)
    return { kind: "mutants", name: mutant, from, count: asked ?? SEEDS_PER_MUTANT };
  if (asked !== null) return { kind: "seeds", from, count: asked };
  throw new BadWords("Which seed? npm run simulate -- --seed 17, or --help.");
}

function whole(option: string, text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw new BadWords(`${option} takes a whole number, such as 17; '${text}' is none.`);
  return Number(text);
}

function count(option: string, text: string): number {
  const value = whole(option, text);
  if (value === 0) throw new BadWords(`${option} takes a number from 1 on.`);
  return value;
}
