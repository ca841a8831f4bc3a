import type { Log, LogEvent } from "../../app/lib/log";

/** Discards what is logged. */
export const noLog: Log = () => undefined;

/** Keeps what is logged, as it was given. */
export function recordedLog() {
  const events: ({ event: LogEvent } & Record<string, unknown>)[] = [];
  const log: Log = (event, fields) => {
    events.push({ event, ...fields });
  };
  return { events, log };
}
