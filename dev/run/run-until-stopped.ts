import type { RunningApp } from "./boot";
import { isAlive, parentNpm } from "./processes";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Signals this close together count as one. */
const SAME_CTRL_C_MS = 500;
/** Interval of checking whether the npm that runs this command has ended. */
const PARENT_POLL_MS = 500;

/**
 * Keeps the app running until Ctrl-C, SIGTERM, the end of the parent npm, or the end of a process
 * that the app needs; then stops everything and exits.
 */
export async function runUntilStopped(app: RunningApp): Promise<never> {
  const reason = await Promise.race([signalled(), npmEnded(), app.failed]);
  if (reason) console.error(reason);
  for (const signal of SIGNALS) process.on(signal, () => undefined);
  // A second Ctrl-C exits at once, and the supervisor ends the children. In a terminal one Ctrl-C
  // arrives twice, from the terminal and through npm.
  setTimeout(exitOnSignal, SAME_CTRL_C_MS).unref();
  await app.stop();
  process.exit(reason ? 1 : 0);
}

/**
 * Exits at once on a signal while the app starts; the supervisor ends the children. Returns a
 * function that removes the handlers.
 */
export function exitOnSignal(): () => void {
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

function npmEnded(): Promise<null> {
  const parents = parentNpm(process.pid);
  return new Promise((resolve) => {
    setInterval(() => {
      if (!parents.every(isAlive)) resolve(null);
    }, PARENT_POLL_MS).unref();
  });
}
