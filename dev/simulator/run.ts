import { decideHonestly, finishHonestly } from "./acts/finish";
import { acts } from "./acts/index";
import { copyDatabase } from "./acts/operator";
import { giveLicences } from "./acts/sellers/licences";
import { createWorld, type RunningWorld, type RunOptions } from "./create-world";
import { faults } from "./faults/index";
import { PHASES, phasesNow, waitForPhase } from "./faults/phases";
import { invariants } from "./invariants/index";
import { checkLiveness } from "./invariants/liveness";
import { compareWithModel } from "./model/compare";
import { createRandom } from "./random";
import { installGlobals, setCurrentScheduler } from "./runtime/globals";
import { setUp } from "./setup";
import type { FaultAct, Plan, Step, StepContext } from "./steps";

export interface RunResult {
  seed: string;
  /** Steps of the plan that were taken. */
  steps: number;
  /** Orders that a payment settled. */
  payments: number;
  /** SHA-256 of the whole trace, hex. */
  hash: string;
  /** What is wrong, in plain words; null for a run without a finding. */
  failure: string | null;
  /** The trace; empty unless kept. */
  lines: readonly string[];
  /** How often each fault met orders in each phase. */
  coverage: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** How often each act was taken. */
  acts: Readonly<Record<string, number>>;
  virtualMs: number;
}

const MINUTE_MS = 60_000;
/** Faults are off and everything under way can end: a blockhash lapses and its lapse becomes final. */
const QUIET_MS = 4 * MINUTE_MS;
/** Honest people go on with what they have begun. */
const FINISHING_MS = 10 * MINUTE_MS;
/** After the plan: an order that nobody pays ends after a day. */
const AFTERMATH_MS = 26 * 60 * MINUTE_MS;
/** Runs of the cron in one gap of a plan, however long it is. */
const MAX_CRONS_PER_GAP = 4;

class Finding extends Error {}

installGlobals();

/** Runs a plan to its end, or to the first finding. One at a time in a process. */
export async function runPlan(plan: Plan, options: RunOptions): Promise<RunResult> {
  const world = createWorld(plan, options);
  const counts = createCounts();
  const startedAt = world.scheduler.now;
  const restoreConsole = redirectConsole(world);
  let finding: string | null = null;
  try {
    setUp(world, plan);
    if (plan.products.some(({ licenceKeys }) => licenceKeys !== undefined)) {
      world.start("sellers", () => giveLicences(world, plan));
      await world.scheduler.runUntil(world.scheduler.now + MINUTE_MS);
    }
    copyDatabase({ world });
    world.scheduler.afterTurn = createJudge(world);
    await takeSteps(world, plan, counts);
    await end(world);
  } catch (error) {
    if (!(error instanceof Finding)) throw error;
    finding = error.message;
  } finally {
    restoreConsole();
  }
  const [{ count: payments } = { count: 0 }] = world.database.read<{ count: number }>(
    "SELECT COUNT(*) AS count FROM orders WHERE settled_at IS NOT NULL",
  );
  world.trace.add("world", finding ?? `the end, ${payments} payments`);
  const hash = world.trace.hash();
  const { lines } = world.trace;
  const virtualMs = world.scheduler.now - startedAt;
  world.chain.close();
  world.database.close();
  setCurrentScheduler(null);
  const { seed } = plan;
  const { quiets: _, ...counted } = counts;
  return { seed, ...counted, payments, hash, failure: finding, lines, virtualMs };
}

interface Counts {
  steps: number;
  acts: Record<string, number>;
  coverage: Record<string, Record<string, number>>;
  /** Moments of quiet that have begun. */
  quiets: number;
}

/** Every act, fault and phase with 0, so that one that never comes is seen. */
function createCounts(): Counts {
  const noPhases = () => Object.fromEntries(PHASES.map((phase) => [phase, 0]));
  const names = [...Object.keys(acts), ...Object.keys(faults)];
  return {
    steps: 0,
    acts: Object.fromEntries(names.map((name) => [name, 0])),
    coverage: Object.fromEntries(Object.keys(faults).map((name) => [name, noPhases()])),
    quiets: 0,
  };
}

function countAct({ acts: counted }: Counts, act: string): void {
  counted[act] = (counted[act] ?? 0) + 1;
}

/** Asks the invariants whenever the stored state or the chain has changed. */
function createJudge(world: RunningWorld): () => void {
  const judged = { database: -1, chain: -1 };
  return () => {
    if (world.failure !== null) throw new Finding(world.failure);
    const { database, chain } = world;
    if (database.version === judged.database && chain.version === judged.chain) return;
    judged.database = database.version;
    judged.chain = chain.version;
    for (const { name, check } of invariants) {
      const wrong = check(world);
      if (wrong !== null) throw new Finding(`${name}: ${wrong}`);
    }
  };
}

async function takeSteps(world: RunningWorld, plan: Plan, counts: Counts) {
  const thirds = plan.steps.reduce((most, { id }) => Math.max(most, id), 0) / 3;
  let quietsLeft = 2;
  for (const step of plan.steps) {
    // Quiet moments stay where they are when other steps are removed.
    if (quietsLeft > 0 && step.id >= thirds * (3 - quietsLeft)) {
      quietsLeft--;
      counts.quiets++;
      await quiet(world);
    }
    await pass(world, step.afterMs);
    counts.steps++;
    takeStep(world, plan, step, counts);
  }
  counts.quiets++;
}

function takeStep(world: RunningWorld, plan: Plan, step: Step, counts: Counts): void {
  const { id, act, person } = step;
  const context = { world, random: createRandom(`${plan.seed}/step/${id}`) };
  const fault = faults[act];
  if (fault) {
    world.trace.add("world", `step ${id}: ${act}`);
    world.start(act, () => beginFault(fault, step, context, counts));
    return;
  }
  const known = acts[act];
  const actor = person === null ? undefined : world.people[person];
  if (!known || !actor) throw new Error(`step ${id} of the plan: no act ${act}`);
  world.trace.add(actor.name, `step ${id}: ${act}`);
  countAct(counts, act);
  world.start(`${actor.name}, ${act}`, () => known.run({ ...context, person: actor }));
}

/** Begins a fault, where it waits for a phase not in a moment of quiet, and counts it if it happened. */
async function beginFault(
  fault: FaultAct,
  { act, awaits }: Step,
  context: StepContext,
  counts: Counts,
): Promise<void> {
  const { world } = context;
  const { quiets } = counts;
  if (awaits !== undefined) await waitForPhase(world, awaits);
  const isTime = (await fault.awaits?.(context)) ?? true;
  if (!isTime || counts.quiets > quiets) return;
  const phases = phasesNow(world);
  if (fault.run(context) === false) return;
  countAct(counts, act);
  const row = counts.coverage[act];
  for (const phase of phases) if (row) row[phase] = (row[phase] ?? 0) + 1;
}

/** Lets virtual time pass, with the cron of each minute; in long gaps with fewer of them. */
async function pass(world: RunningWorld, ms: number): Promise<void> {
  const { scheduler } = world;
  const until = scheduler.now + ms;
  const every = Math.max(MINUTE_MS, Math.ceil(ms / MAX_CRONS_PER_GAP));
  for (;;) {
    const next = (Math.floor(scheduler.now / every) + 1) * every;
    if (next > until) break;
    await scheduler.runUntil(next);
    world.runCron();
  }
  await scheduler.runUntil(until);
}

/**
 * Ends all faults, waits until nothing is under way, and compares with the model.
 *
 * @param since when the last fault ended, epoch ms
 */
async function quiet(world: RunningWorld, since = world.scheduler.now): Promise<void> {
  world.faults.quiet();
  world.chain.faults.quiet();
  await pass(world, QUIET_MS);
  report(compareWithModel(world, since));
}

async function end(world: RunningWorld): Promise<void> {
  const since = world.scheduler.now;
  await quiet(world, since);
  world.start("finish", () => finishHonestly(world));
  await pass(world, FINISHING_MS);
  await quiet(world, since);
  await pass(world, AFTERMATH_MS);
  await quiet(world, since);
  // What was found only when its order ended.
  world.start("decide", () => decideHonestly(world, world.random.fork("decide")));
  await pass(world, FINISHING_MS);
  await quiet(world, since);
  report(checkLiveness(world));
}

function report(wrong: readonly string[]): void {
  if (wrong.length > 0) throw new Finding(wrong.join("; "));
}

/** What the product logs goes to the trace. A CHECK that fires is a condition that a write lacks. */
function redirectConsole(world: RunningWorld): () => void {
  const { error: original, warn } = console;
  const log = (...parts: unknown[]) => {
    const text = parts
      .map((part) => (part instanceof Error ? part.message : String(part)))
      .join(" ");
    world.trace.add("log", text);
    if (/CHECK constraint/.test(text)) world.fail(`the last guard of the database fired: ${text}`);
  };
  console.error = log;
  console.warn = log;
  return () => {
    console.error = original;
    console.warn = warn;
  };
}
