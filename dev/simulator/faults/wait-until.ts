import type { World } from "../world";

const LOOK_EVERY_MS = 100;

/** Looks until `isMet` or for `ms`. Returns whether it was met. */
export async function waitUntil(
  { scheduler }: Pick<World, "scheduler">,
  ms: number,
  isMet: () => boolean,
): Promise<boolean> {
  const until = scheduler.now + ms;
  while (!isMet()) {
    if (scheduler.now >= until) return false;
    await scheduler.sleep(LOOK_EVERY_MS);
  }
  return true;
}
