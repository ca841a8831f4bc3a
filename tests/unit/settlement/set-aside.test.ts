import { expect, test } from "vitest";
import {
  dueSetAside,
  MAX_SET_ASIDE,
  withRetryTimes,
} from "../../../app/settlement/rules/set-aside";

const NOW = 1_700_000_000_000;
const HOUR_MS = 3_600_000;

test("what was planned by a clock that was an hour ahead is due once the clock is right", () => {
  const failed = [{ signature: "one", reason: "unsettled", failures: 1 }] as const;
  const { setAside } = withRetryTimes(failed, NOW);
  expect(dueSetAside(setAside, NOW)).toEqual([]);
  expect(dueSetAside(setAside, NOW + 60_000)).toEqual(setAside);
  const ahead = withRetryTimes(failed, NOW + HOUR_MS).setAside;
  expect(dueSetAside(ahead, NOW)).toEqual(ahead);
});

test("of too many the oldest are given up", () => {
  const failed = Array.from({ length: MAX_SET_ASIDE + 1 }, (_, at) => ({
    signature: `${at}`,
    reason: "unread" as const,
    failures: 1,
  }));
  const { setAside, givenUp } = withRetryTimes(failed, NOW);
  expect(setAside).toHaveLength(MAX_SET_ASIDE);
  expect(givenUp.map(({ signature }) => signature)).toEqual(["0"]);
});
