import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { localDays, parseTimeZone } from "../../../app/lib/time-zone";

const DAY_MS = 86_400_000;
const dayOf = (text: string) => Date.parse(text) / DAY_MS;

describe("a time zone", () => {
  test.each(["UTC", "Europe/Zurich", "America/Argentina/Ushuaia", "Etc/GMT+12"])("%s", (name) => {
    expect(parseTimeZone(name)).toBe(name);
  });

  test.each([null, "", "Mars/Olympus", "Europe", "../UTC", "x".repeat(10_000), "UTC\0"])(
    "%j is none",
    (name) => {
      expect(parseTimeZone(name)).toBeNull();
    },
  );
});

test.each([
  ["UTC", "2026-05-01", "2026-05-01T00:00Z"],
  ["Europe/Zurich", "2026-05-01", "2026-04-30T22:00Z"],
  ["America/Los_Angeles", "2026-05-01", "2026-05-01T07:00Z"],
  ["Asia/Kathmandu", "2026-05-01", "2026-04-30T18:15Z"],
  // Clocks change at two or three.
  ["Europe/Zurich", "2026-03-29", "2026-03-28T23:00Z"],
  ["Europe/Zurich", "2026-03-30", "2026-03-29T22:00Z"],
  ["Europe/Zurich", "2026-10-25", "2026-10-24T22:00Z"],
  // Clocks change at midnight, which is skipped.
  ["Africa/Cairo", "2024-04-26", "2024-04-25T22:00Z"],
  ["America/Santiago", "2024-09-08", "2024-09-08T04:00Z"],
])("in %s, %s begins at %s", (timeZone, day, at) => {
  expect(new Date(localDays(timeZone).startOf(dayOf(day))).toISOString()).toBe(
    new Date(at).toISOString(),
  );
});

test("a time is on the day that began last", () => {
  const zones = ["UTC", "Europe/Zurich", "America/Santiago", "Pacific/Apia", "Asia/Kolkata"];
  const times = fc.integer({ min: Date.UTC(2012, 0), max: Date.UTC(2040, 0) });
  fc.assert(
    fc.property(fc.constantFrom(...zones), times, (timeZone, at) => {
      const { dayOf: day, startOf } = localDays(timeZone);
      expect(startOf(day(at))).toBeLessThanOrEqual(at);
      expect(startOf(day(at) + 1)).toBeGreaterThan(at);
    }),
    { numRuns: 300 },
  );
});
