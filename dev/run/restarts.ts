import { sentenceOf } from "./failure";

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
