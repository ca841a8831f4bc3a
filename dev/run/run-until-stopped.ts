// Ends the app for one reason and all at once: a signal, the end of npm, or a process that is lost.
import { sentenceOf } from "./failure";
import { isAlive, parentNpm } from "./processes";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Signals this close together count as one. */
const SAME_CTRL_C_MS = 500;
/** What has not ended by then is left to the supervisor: five seconds are promised. */
const STOP_DEADLINE_MS = 4_000;
/** Interval of checking whether the npm that runs this command has ended. */
const PARENT_POLL_MS = 500;

export interface StoppableApp {
  /** Resolves with a message when a process that the app needs has ended by itself. */
  failed: Promise<string>;
  /** Stops everything that was started. */
  stop(): Promise<void>;
}

/**
 * Keeps the app running until Ctrl-C, SIGTERM, the end of the parent npm, or the end of a process
 * that the app needs; then stops everything and exits.
 */
export async function runUntilStopped(app: StoppableApp): Promise<never> {
  const reason = await Promise.race([signalled(), npmEnded(), app.failed]);
  if (reason) console.error(reason);
  for (const signal of SIGNALS) process.on(signal, () => undefined);
  // A second Ctrl-C exits at once, and the supervisor ends the children. In a terminal one Ctrl-C
  // arrives twice, from the terminal and through npm.
  setTimeout(exitOnSignal, SAME_CTRL_C_MS).unref();
  const code = reason ? 1 : 0;
  setTimeout(() => process.exit(code), STOP_DEADLINE_MS);
  await app.stop();
  process.exit(code);
}

/**
 * Exits at once on a signal while the app starts; the supervisor ends the children. SIGTERM is how a
 * service is stopped, and no failure. Returns a function that removes the handlers.
 */
export function exitOnSignal(): () => void {
  const end = (signal: NodeJS.Signals) => process.exit(signal === "SIGTERM" ? 0 : 130);
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

/** A runtime that ends more often than this within a minute does not come back by being started. */
const MAX_RESTARTS = 5;
const WINDOW_MS = 60_000;

export interface Restarts {
  /** Starts what has ended again, with a line in the log. */
  restart(start: () => Promise<void>): void;
  /** From now on an end is no failure. */
  stop(): void;
  /** Resolves with a sentence once it could not be started again, or ended too often. */
  failed: Promise<string>;
}

/** Restarts of workerd, which runs the app with its database, files and objects. */
export function restartsOf(now: () => number = Date.now): Restarts {
  let isStopped = false;
  let times: number[] = [];
  let fail: (reason: string) => void = () => undefined;
  const failed = new Promise<string>((resolve) => {
    fail = resolve;
  });
  return {
    failed,
    stop() {
      isStopped = true;
    },
    restart(start) {
      if (isStopped) return;
      times = [...times.filter((at) => now() - at < WINDOW_MS), now()];
      if (times.length > MAX_RESTARTS) {
        return fail(`The Workers runtime (workerd) ended ${times.length} times within a minute.`);
      }
      console.error("The Workers runtime (workerd) has ended: starting it again.");
      start().then(
        () => console.error("The Workers runtime runs again."),
        (error: unknown) => {
          if (isStopped) return;
          const reason = sentenceOf(error) ?? (error instanceof Error ? error.message : error);
          fail(`The Workers runtime could not be started again: ${reason}`);
        },
      );
    },
  };
}
