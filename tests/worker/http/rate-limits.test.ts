import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { openDb } from "../../../db/client";
import { createRateLimits } from "../../../db/http/rate-limits";

const rateLimits = createRateLimits(openDb(env.DB));
const POLICY = { free: 3, baseMs: 1_000, maxMs: 10_000, resetAfterMs: 100_000 };
const START = 1_000_000;

test("after the free attempts each one doubles the wait, up to the maximum", async () => {
  let now = START;
  const waits: number[] = [];
  for (let n = 0; n < POLICY.free; n++) await rateLimits.tryAcquire("doubling", now, POLICY);
  for (let n = 0; n < 6; n++) {
    expect(await rateLimits.tryAcquire("doubling", now, POLICY)).toEqual({ retryAt: null });
    const { retryAt } = await rateLimits.tryAcquire("doubling", now, POLICY);
    waits.push((retryAt ?? 0) - now);
    now = retryAt ?? 0;
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
});

test("a refused attempt does not extend the wait", async () => {
  for (let n = 0; n < 4; n++) await rateLimits.tryAcquire("insisting", START, POLICY);
  for (let n = 0; n < 50; n++) {
    expect(await rateLimits.tryAcquire("insisting", START + n, POLICY)).toEqual({
      retryAt: START + 1_000,
    });
  }
  expect(await rateLimits.tryAcquire("insisting", START + 1_000, POLICY)).toEqual({
    retryAt: null,
  });
});

test("concurrent attempts are counted one by one", async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => rateLimits.tryAcquire("parallel", START, POLICY)),
  );
  expect(answers.filter(({ retryAt }) => retryAt === null)).toHaveLength(4);
});

test("a successful attempt is refunded; an idle period resets the counter", async () => {
  for (let n = 0; n < 20; n++) {
    expect(await rateLimits.tryAcquire("office", START, POLICY)).toEqual({ retryAt: null });
    await rateLimits.refund("office");
  }
  for (let n = 0; n < 4; n++) await rateLimits.tryAcquire("quiet", START, POLICY);
  const later = START + POLICY.resetAfterMs;
  for (let n = 0; n < 3; n++) {
    expect(await rateLimits.tryAcquire("quiet", later, POLICY)).toEqual({ retryAt: null });
  }
});

test("a window counts up to its end, then resets", async () => {
  const counts: number[] = [];
  for (const at of [0, 1, 999, 1_000]) {
    counts.push((await rateLimits.increment("window", START + at, 1_000)).count);
  }
  expect(counts).toEqual([1, 2, 3, 1]);
});
