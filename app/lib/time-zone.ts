// @chunk records
import { getOrMake } from "./get-or-make";
import { RecentMap } from "./recent-map";

export const DAY_MS = 86_400_000;

export const UTC = "UTC";

/** The days of a time zone. Days are counted from 1970-01-01. */
export interface LocalDays {
  /** An IANA name. */
  timeZone: string;
  /** The day of a time (epoch ms). */
  dayOf(at: number): number;
  /** When a day begins (epoch ms). */
  startOf(day: number): number;
}

/** Canonical names by names that `Intl` knows: it takes long to look one up. */
const canonicalNames = new RecentMap<string>(500);

/** The name, where it is a time zone that `Intl` knows; else null. */
export function parseTimeZone(name: string | null): string | null {
  if (!name) return null;
  try {
    return getOrMake(
      canonicalNames,
      name,
      () => new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone,
    );
  } catch {
    return null;
  }
}

/** The clock of a time zone at a time (epoch ms), as if it were UTC: in ms, without fractions of a second. */
export function clockIn(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (at) => {
    const read = Object.fromEntries(
      format.formatToParts(at).map((part) => [part.type, part.value]),
    );
    const field = (name: Intl.DateTimeFormatPartTypes) => Number(read[name]);
    return Date.UTC(
      field("year"),
      field("month") - 1,
      field("day"),
      field("hour"),
      field("minute"),
      field("second"),
    );
  };
}

export function localDays(timeZone: string): LocalDays {
  const clockAt = clockIn(timeZone);
  const dayOf = (at: number) => Math.floor(clockAt(at) / DAY_MS);
  return {
    timeZone,
    dayOf,
    startOf(day) {
      const midnight = day * DAY_MS;
      let at = midnight;
      // The second round corrects an offset that changed between the two times.
      for (let round = 0; round < 2; round++) at += midnight - clockAt(at);
      // Midnight is skipped where clocks change at it: the day begins with the change.
      return dayOf(at) < day ? firstOf(day, at) : at;
    },
  };

  /** The first time of a day that begins within three hours of `from`, to the minute. */
  function firstOf(day: number, from: number): number {
    let at = from;
    while (dayOf(at) < day && at < from + 3 * 3_600_000) at += 60_000;
    return at;
  }
}
