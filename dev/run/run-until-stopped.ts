import type { RunningApp } from "./boot";
import { isAlive, npmAbove } from "./processes";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Signals this close together are one. */
const SAME_CTRL_C_MS = 500;
/** How often to look whether the npm that runs this command still lives. */
const PARENT_LOOK_MS = 500;

/**
 * Keeps the app running until Ctrl-C, SIGTERM, the end of npm above, or the end of something that
 * the app needs; then stops everything and ends the process.
 */
export async function runUntilAsked(app: RunningApp): Promise<never> {
  const reason = await Promise.race([signalled(), npmGone(), app.broken]);
  if (reason) console.error(reason);
  for (const signal of SIGNALS) process.on(signal, () => undefined);
  // A second Ctrl-C does not wait; the keeper ends what is left. In a terminal one Ctrl-C arrives
  // twice, from the terminal and through npm.
  setTimeout(endOnSignal, SAME_CTRL_C_MS).unref();
  await app.stop();
  process.exit(reason ? 1 : 0);
}

/**
 * While starting there is nothing to stop in order: the process ends at once, and the keeper ends
 * what it had started. Call the result to go back.
 */
export function endOnSignal(): () => void {
  const end = () => process.exit(130);
  for (const signal of SIGNALS) process.once(signal, end);
  return () => {
    for (const signal of SIGNALS) process.removeListener(signal, end);
  };
}

function signalled(): Promise<null> {
  return new Promise((resolve) => {
    for (const signal of SIGNALS) process.once(signal, () => resolve(null));
  });
}

function npmGone(): Promise<null> {
  const above = npmAbove(process.pid);
  return new Promise((resolve) => {
    setInterval(() => {
      if (!above.every(isAlive)) resolve(null);
    }, PARENT_LOOK_MS).unref();
  });
}
