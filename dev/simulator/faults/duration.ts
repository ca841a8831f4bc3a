import type { Random } from "../random";
import type { StepContext } from "../steps";
import type { World } from "../world";

const SECOND_MS = 1_000;

/** How long a fault lasts: mostly some seconds, so that payments go on in between. */
export function drawDuration(random: Random): number {
  const kind = random.weighted({ short: 60, medium: 33, long: 7 });
  const ranges = {
    short: [500, 5 * SECOND_MS],
    medium: [5 * SECOND_MS, 30 * SECOND_MS],
    long: [60 * SECOND_MS, 300 * SECOND_MS],
  } as const;
  const [low, high] = ranges[kind];
  return random.between(low, high);
}

interface Lasting {
  /** What it sets: a later fault of the same controls takes its place, and ends in its own time. */
  controls: readonly string[];
  /** Sets the controls, each by its position. */
  begin(at: number): void;
  /** Resets them. */
  end(at: number): void;
}

/** The fault that last set each control. */
const begun = new WeakMap<World, Map<string, object>>();

/** Begins a fault, and ends it after a drawn time. */
export function last(
  { world, random }: StepContext,
  what: string,
  { controls, begin, end }: Lasting,
): void {
  const ms = drawDuration(random);
  world.trace.add("world", `${what}, for ${ms} ms`);
  const latest = begun.get(world) ?? new Map<string, object>();
  begun.set(world, latest);
  const fault = {};
  for (const [at, control] of controls.entries()) {
    latest.set(control, fault);
    begin(at);
  }
  world.scheduler.schedule(ms, () => {
    for (const [at, control] of controls.entries()) if (latest.get(control) === fault) end(at);
  });
}
