import { expect, test } from "vitest";
import { backoffMs, isRetryable } from "../../../app/lib/backoff";

test("only 5xx, 408 and 429 are retried", () => {
  expect([500, 502, 503, 408, 429].filter(isRetryable)).toEqual([500, 502, 503, 408, 429]);
  expect([200, 204, 400, 401, 402, 404, 409, 410, 422].filter(isRetryable)).toEqual([]);
});

test("the delay doubles up to its bound, with jitter", () => {
  const bounds = { minMs: 500, maxMs: 30_000 };
  const delays = [0, 1, 2, 3].map((attempt) => backoffMs(attempt, 0, bounds));
  expect(delays).toEqual([250, 500, 1000, 2000]);
  expect(backoffMs(40, 0.999, bounds)).toBeLessThanOrEqual(30_000);
});
