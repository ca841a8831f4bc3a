import type { Random } from "../random";
import type { StepContext } from "../steps";

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

/** Begins a fault, and ends it after a drawn time. */
export function last(
  { world, random }: StepContext,
  what: string,
  { begin, end }: { begin(): void; end(): void },
): void {
  const ms = drawDuration(random);
  world.trace.add("world", `${what}, for ${ms} ms`);
  begin();
  world.scheduler.schedule(ms, end);
}
