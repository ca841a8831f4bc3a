import { Problem } from "../lib/problem";
import { checkHealth, type Health, type HealthDeps } from "./check-health";

/** Anyone may ask, and a check costs calls to the nodes. */
const KEPT_MS = 5_000;
/** A check that has not ended by then was lost with its request; a node has 6 s, and three are tried. */
const MAX_CHECK_MS = 20_000;
/** A request that finds a check under way looks for its result so often. */
const POLL_MS = 100;

interface Kept {
  health: Health | null;
  /** When `health` was checked (epoch ms). */
  at: number;
  /** A check is under way until then (epoch ms); 0 for none. */
  checkingUntil: number;
}

/** By the settings; shared by all requests of an isolate. */
const keptBySettings = new WeakMap<HealthDeps["settings"], Kept>();

/**
 * `checkHealth`, at most each 5 s in an isolate, whoever asks and however many at once. Throws
 * `unavailable` where the check of another request was lost.
 *
 * @param wait resolves after so many ms
 */
export async function keptHealth(
  deps: HealthDeps,
  wait: (ms: number) => Promise<unknown>,
): Promise<Health> {
  const kept = keptOf(deps.settings);
  const now = () => deps.clock.now();
  const isFresh = () => kept.health && Math.abs(now() - kept.at) < KEPT_MS;
  // Polls, because a request can't wait for the work of another one on workerd.
  for (let left = MAX_CHECK_MS / POLL_MS; !isFresh() && kept.checkingUntil > now(); left--) {
    if (left === 0) throw new Problem("unavailable");
    await wait(POLL_MS);
  }
  if (kept.health && isFresh()) return kept.health;
  kept.checkingUntil = now() + MAX_CHECK_MS;
  try {
    kept.health = await checkHealth(deps);
    kept.at = now();
    return kept.health;
  } finally {
    kept.checkingUntil = 0;
  }
}

function keptOf(settings: HealthDeps["settings"]): Kept {
  const known = keptBySettings.get(settings) ?? { health: null, at: 0, checkingUntil: 0 };
  keptBySettings.set(settings, known);
  return known;
}
