import { expect, test } from "vitest";
import { r2FileStore } from "../../../workers/r2-file-store";

const INTERNAL = "We encountered an internal error. Please try again. (10001)";
const BUSY = "Reduce your concurrent request rate for the same object. (10058)";
const FORBIDDEN = "Access denied. (10003)";
const GONE = "The specified multipart upload does not exist. (10024)";

const OBJECT = {
  size: 5,
  httpEtag: '"x"',
  httpMetadata: {},
  uploaded: new Date(0),
  uploadId: "id",
};

/** A bucket whose operations fail with these messages in turn, then succeed. No time passes. */
function bucketThatFails(...messages: string[]) {
  const calls: string[] = [];
  const slept: number[] = [];
  const operation = (name: string) => async () => {
    calls.push(name);
    const message = messages.shift();
    if (message) throw new Error(`${name}: ${message}`);
    return OBJECT;
  };
  const upload = { complete: operation("complete"), abort: operation("abort") };
  const bucket = {
    put: operation("put"),
    head: operation("head"),
    get: operation("get"),
    delete: operation("delete"),
    createMultipartUpload: operation("createMultipartUpload"),
    resumeMultipartUpload: () => upload,
  };
  const timer = {
    now: () => slept.reduce((sum, ms) => sum + ms, 0),
    sleep: async (ms: number) => void slept.push(ms),
    random: () => 0.999,
  };
  return { files: r2FileStore(bucket as unknown as R2Bucket, timer), calls, slept };
}

type Files = ReturnType<typeof bucketThatFails>["files"];
const OPERATIONS: [string, (files: Files) => Promise<unknown>][] = [
  ["put", (files) => files.put("key", new ArrayBuffer(1), "image/png")],
  ["head", (files) => files.head("key")],
  ["get", (files) => files.read("key", { range: { offset: 0 } })],
  ["delete", (files) => files.remove(["key"])],
  ["complete", (files) => files.completeMultipart("key", "id", [])],
  ["abort", (files) => files.abortMultipart("key", "id")],
];

test.each(OPERATIONS)("%s is repeated after failures that pass", async (name, run) => {
  for (const message of [INTERNAL, BUSY, "Network connection lost."]) {
    const { files, calls, slept } = bucketThatFails(message, message);
    await run(files);
    expect(calls).toEqual([name, name, name]);
    expect(slept.length).toBe(2);
  }
});

test.each(OPERATIONS)("%s is given up within seconds", async (_, run) => {
  const { files, calls, slept } = bucketThatFails(...Array<string>(50).fill(INTERNAL));
  await expect(run(files)).rejects.toThrow("10001");
  expect(calls.length).toBe(4);
  expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(3_000);
});

test("another failure, and the start of an upload, are not repeated", async () => {
  const denied = bucketThatFails(FORBIDDEN);
  await expect(denied.files.head("key")).rejects.toThrow("10003");
  expect(denied.calls).toEqual(["head"]);
  const start = bucketThatFails(INTERNAL);
  await expect(start.files.startMultipart("key", "image/png")).rejects.toThrow("10001");
  expect(start.calls).toEqual(["createMultipartUpload"]);
});

test("aborting an upload that is gone is no error", async () => {
  const { files, calls } = bucketThatFails(INTERNAL, GONE);
  await files.abortMultipart("key", "id");
  expect(calls).toEqual(["abort", "abort"]);
});
