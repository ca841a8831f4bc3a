import { expect, test } from "vitest";
import { createTokenBucket } from "../../../app/lib/token-bucket";

test("allows a burst, then its rate", () => {
  const bucket = createTokenBucket({ capacity: 3, perSecond: 2 });
  const taken = (now: number) => [1, 2, 3, 4].filter(() => bucket.take(now)).length;
  expect(taken(0)).toBe(3);
  expect(taken(400)).toBe(0);
  expect(taken(500)).toBe(1);
  expect(taken(60_000)).toBe(3);
});

test("leaves a reserve, and survives a clock that is set back", () => {
  const bucket = createTokenBucket({ capacity: 2, perSecond: 1 });
  expect([bucket.take(10_000, 1), bucket.take(10_000, 1), bucket.take(10_000)]).toEqual([
    true,
    false,
    true,
  ]);
  expect(bucket.take(0)).toBe(false);
  expect(bucket.take(1_000)).toBe(true);
});
