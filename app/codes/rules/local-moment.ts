import { clockIn, UTC } from "../../lib/time-zone";

const MINUTE_MS = 60_000;
/** What a control of type `datetime-local` sends; seconds are dropped. */
const TYPED = /^(20\d\d)-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::\d\d(?:\.\d{1,3})?)?$/;

/**
 * The time (epoch ms, whole minutes) of what a `datetime-local` control sent in a time zone; null for what is no
 * time of this century. One that clocks skip becomes one within an hour of it.
 */
export function parseLocalMoment(typed: string, timeZone: string): number | null {
  const [, year, month, day, hour, minute] = (TYPED.exec(typed.trim()) ?? []).map(Number);
  if (year === undefined || month === undefined) return null;
  const clock = Date.UTC(year, month - 1, day, hour, minute);
  if (localMomentText(clock, UTC) !== typed.trim().slice(0, 16)) return null;
  const clockAt = clockIn(timeZone);
  let at = clock;
  // The second round corrects an offset that changed between the two times.
  for (let round = 0; round < 2; round++) at += clock - clockAt(at);
  return at;
}

/** The value of a `datetime-local` control for a time (epoch ms), to the minute. */
export function localMomentText(at: number, timeZone: string): string {
  const clock = clockIn(timeZone)(Math.floor(at / MINUTE_MS) * MINUTE_MS);
  return new Date(clock).toISOString().slice(0, 16);
}
