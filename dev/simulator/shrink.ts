import type { Plan, Step } from "./steps";

/** Runs in which shrinking may look for less: two minutes of one processor. */
const MAX_TRIES = 400;

/** The step of a shrunk plan keeps its id, and with it what it does in detail. */
type Steps = readonly Step[];

/**
 * Removes steps from a plan that fails, as long as what is left fails in the same way: runs of steps first,
 * from half of all on, then smaller ones, down to single steps. What is left happens at the times at which
 * it happened before. The same plan is found whatever the number of runs beside each other.
 *
 * @param fails whether the plan fails in the same way
 * @param beside plans that are tried at the same time
 */
export async function shrink(
  plan: Plan,
  fails: (plan: Plan) => Promise<boolean>,
  beside: number,
): Promise<Plan> {
  let steps: Steps = plan.steps;
  let tries = 0;
  /** Position of the first run of steps from `at` on that can go; null where none can. */
  const removableFrom = async (at: number, size: number): Promise<number | null> => {
    for (let next = at; next < steps.length && tries < MAX_TRIES; next += beside * size) {
      const positions = Array.from({ length: beside }, (_, index) => next + index * size).filter(
        (position) => position < steps.length,
      );
      const failed = await Promise.all(
        positions.map((position) => fails({ ...plan, steps: without(steps, position, size) })),
      );
      const first = failed.indexOf(true);
      tries += first < 0 ? positions.length : first + 1;
      if (first >= 0) return positions[first] ?? null;
    }
    return null;
  };
  let size = Math.ceil(steps.length / 2);
  while (steps.length > 0 && tries < MAX_TRIES) {
    const before = steps.length;
    let at = await removableFrom(0, size);
    while (at !== null) {
      steps = without(steps, at, size);
      at = await removableFrom(at, size);
    }
    if (size === 1 && steps.length === before) break;
    size = Math.max(1, Math.ceil(Math.min(size, steps.length) / 2));
  }
  return { ...plan, steps };
}

/** The steps before `end` alone: a failure needs none that come after it. */
export function firstSteps(plan: Plan, end: number): Plan {
  return { ...plan, steps: plan.steps.slice(0, end) };
}

/** Leaves `count` steps out; the next one waits as much longer. */
function without(steps: Steps, at: number, count: number): Steps {
  const removed = steps.slice(at, at + count);
  const [next, ...rest] = steps.slice(at + count);
  const waited = removed.reduce((sum, { afterMs }) => sum + afterMs, 0);
  const later = next ? [{ ...next, afterMs: next.afterMs + waited }, ...rest] : [];
  return [...steps.slice(0, at), ...later];
}
