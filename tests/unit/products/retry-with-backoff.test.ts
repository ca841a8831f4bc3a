import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announceRelease, requestDiscard } from "../../../app/products/ui/release-requests";
import {
  MAX_OPERATION_RETRY_MS,
  MAX_UPLOAD_RETRY_MS,
  retryWithBackoff,
  UploadRejected,
} from "../../../app/products/ui/retry-with-backoff";

const listeners = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.spyOn(Math, "random").mockReturnValue(0);
  vi.stubGlobal("addEventListener", listeners.addEventListener.bind(listeners));
  vi.stubGlobal("removeEventListener", listeners.removeEventListener.bind(listeners));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const answer = (status: number, retryAfterSeconds = 0, body = "") => ({
  status,
  retryAfterSeconds,
  body,
});
const failure = (code: string) => JSON.stringify({ error: { code, message: `It is ${code}` } });

/** Sends these answers in turn, the last one for ever. Notes when each request was sent, in ms. */
function server(...answers: ReturnType<typeof answer>[]) {
  const sentAt: number[] = [];
  const send = async () => {
    sentAt.push(Date.now());
    return answers[Math.min(sentAt.length, answers.length) - 1] ?? answer(500);
  };
  return { send, sentAt };
}

const run = (send: () => Promise<ReturnType<typeof answer>>, maxMs = MAX_OPERATION_RETRY_MS) =>
  retryWithBackoff(send, { maxMs, signal: new AbortController().signal });

// spec: storage.retry
// spec: product.retry
test.each([500, 503, 408, 429, 0])("status %i is retried with growing delays", async (status) => {
  const { send, sentAt } = server(answer(status), answer(status), answer(status), answer(201));
  const done = run(send);
  await vi.runAllTimersAsync();
  expect((await done).status).toBe(201);
  expect(sentAt).toEqual([0, 250, 750, 1_750]);
});

// spec: storage.retry
test.each([400, 401, 402, 404, 409, 410, 422])("status %i is not retried", async (status) => {
  const { send, sentAt } = server(answer(status, 0, failure("conflict")));
  await expect(run(send)).rejects.toMatchObject({ status, code: "conflict" });
  expect(sentAt).toEqual([0]);
});

// spec: constant.retry-operation, constant.retry-upload
test.each([
  ["operation", MAX_OPERATION_RETRY_MS, 120_000],
  ["part", MAX_UPLOAD_RETRY_MS, 600_000],
] as const)("an %s is given up after its time", async (_, maxMs, ms) => {
  const { send, sentAt } = server(answer(503, 0, failure("unavailable")));
  const done = run(send, maxMs).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await done).toBeInstanceOf(UploadRejected);
  expect(await done).toMatchObject({ status: 503, message: "It is unavailable" });
  expect(sentAt.at(-1)).toBeLessThanOrEqual(ms);
  expect(sentAt.at(-1)).toBeGreaterThan(ms - 30_000);
});

test("Retry-After is the least delay, and one beyond the time ends the retries", async () => {
  const waits = server(answer(429, 20), answer(200));
  const done = run(waits.send);
  await vi.runAllTimersAsync();
  await done;
  expect(waits.sentAt).toEqual([0, 20_000]);
  const tooLong = server(answer(429, 3_600));
  await expect(run(tooLong.send)).rejects.toMatchObject({ status: 429 });
});

test("the connection's return ends the delay, and an abort the retries", async () => {
  const { send, sentAt } = server(answer(0), answer(0), answer(200));
  const stop = new AbortController();
  const waiting: boolean[] = [];
  const onWaiting = (is: boolean) => waiting.push(is);
  const done = retryWithBackoff(send, { maxMs: 60_000, signal: stop.signal, onWaiting });
  await vi.advanceTimersByTimeAsync(100);
  listeners.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect([sentAt, waiting]).toEqual([
    [0, 100],
    [true, false, true],
  ]);
  stop.abort(new Error("stopped"));
  await expect(done).rejects.toThrow("stopped");
});

test("a release is announced again with the same files until the server answers", async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body));
    if (bodies.length === 1) throw new TypeError("connection lost");
    if (bodies.length === 2) return new Response(failure("unavailable"), { status: 503 });
    return Response.json({ uploads: [{ key: "key" }] });
  });
  const { signal } = new AbortController();
  const release = { note: "", files: [{ key: "key", name: "rain.wav" }] };
  const answer = announceRelease("p", release)({ signal, onWaiting: () => undefined });
  await vi.runAllTimersAsync();
  expect(await answer).toEqual({ uploads: [{ key: "key" }], isPublished: false });
  expect(bodies).toEqual([release, release, release]);
});

test("cancelling is retried, and an upload that is gone needs no cancelling", async () => {
  const statuses = [503, 404];
  vi.stubGlobal("fetch", async () => new Response(null, { status: statuses.shift() ?? 500 }));
  const done = requestDiscard("key");
  await vi.runAllTimersAsync();
  await done;
  expect(statuses).toEqual([]);
});
