import { expect, test } from "vitest";
import { z } from "zod";
import { readForm } from "../../../app/http/read-form";
import { readJson } from "../../../app/http/read-json";
import { Problem } from "../../../app/lib/problem";
import { readLimitedForm } from "../../../app/products/http/limited-form";

const CHUNK = 4_096;
const FORM = "application/x-www-form-urlencoded";

/** A request with an endless body; `read` returns the bytes read so far. */
function endless(headers: Record<string, string>, first = "") {
  let read = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = new TextEncoder().encode(
          read === 0 ? first.padEnd(CHUNK, "a") : "a".repeat(CHUNK),
        );
        read += chunk.byteLength;
        controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method: "POST", body, headers, duplex: "half" };
  return { request: new Request("http://localhost/", init as RequestInit), read: () => read };
}

const messageKey = "images_too_large";

// spec: limit.bodies
test.each([
  ["JSON", 16 * 1024, (request: Request) => readJson(request, z.unknown())],
  ["a form", 64 * 1024, (request: Request) => readForm(request)],
  [
    "a form with files",
    (1024 + 256) * 1024,
    (request: Request) => readLimitedForm(request, { maxFileBytes: 1024 * 1024, messageKey }),
  ],
])("%s is read up to the limit, whatever Content-Length says", async (_name, limit, readAll) => {
  const { request, read } = endless({ "Content-Type": FORM, "Content-Length": "10" }, "[");
  await expect(readAll(request)).rejects.toMatchObject({ code: "invalid_input" });
  expect(read()).toBeGreaterThan(limit);
  expect(read()).toBeLessThanOrEqual(limit + 4 * CHUNK);
});

test("files over the limit have their own error message", async () => {
  const { request } = endless({ "Content-Type": FORM, "Content-Length": "10" });
  const refused = await readLimitedForm(request, { maxFileBytes: 0, messageKey }).catch(
    (error) => error,
  );
  expect(refused).toBeInstanceOf(Problem);
  expect(refused.detail.messageKey).toBe(messageKey);
});

test("a body within the limit is read whole", async () => {
  const post = (body: string, type: string) =>
    new Request("http://localhost/", { method: "POST", body, headers: { "Content-Type": type } });
  expect(
    await readJson(post('{"a":"é"}', "application/json"), z.object({ a: z.string() })),
  ).toEqual({ a: "é" });
  expect([...(await readForm(post("a=1&b=%C3%A9", FORM)))]).toEqual([
    ["a", "1"],
    ["b", "é"],
  ]);
  await expect(readForm(post("a=1", "text/plain"))).rejects.toMatchObject({
    code: "invalid_input",
  });
  const empty = new Request("http://localhost/", { method: "POST" });
  await expect(readJson(empty, z.unknown())).rejects.toMatchObject({ code: "invalid_input" });
});
