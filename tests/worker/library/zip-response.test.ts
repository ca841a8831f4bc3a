import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { type ZippedFile, zipResponse } from "../../../app/library/http/zip-response";
import { readZip } from "../../support/read-zip";

const AT = Date.UTC(2026, 10, 28, 9, 30, 42);
const SIZES = { "été.pdf": 300_000, "empty.txt": 0, "a (2).mp3": 65_537 };

beforeAll(async () => {
  for (const [name, length] of Object.entries(SIZES)) {
    await env.FILES.put(name, content(length));
  }
});

function content(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, at) => at % 251);
}

/** Files in R2 by their names, and those that were opened. */
function stored(sizes: Record<string, number> = SIZES) {
  const opened: string[] = [];
  const files = Object.entries(sizes).map(([name, sizeBytes]): ZippedFile => {
    return {
      name,
      sizeBytes,
      async open() {
        opened.push(name);
        const object = await env.FILES.get(name);
        if (!object) throw new Error("missing");
        return object.body;
      },
    };
  });
  return { files, opened };
}

function ask(files: readonly ZippedFile[], init?: RequestInit): Response {
  const request = new Request("http://localhost/zip", init);
  return zipResponse(request, { name: "Été 2026.zip", files, at: AT });
}

/** Vitest takes a second to compare as many numbers. */
function areEqual(found: Uint8Array | undefined, expected: Uint8Array): boolean {
  return found !== undefined && Buffer.compare(found, expected) === 0;
}

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

test("files of R2 arrive as one zip, of the length in its header, the same each time", async () => {
  const { files, opened } = stored();
  const response = ask(files);
  const bytes = await bytesOf(response);
  expect(response.status).toBe(200);
  expect(Number(response.headers.get("Content-Length"))).toBe(bytes.length);
  const entries = readZip(bytes).map(({ name, bytes, at }) => [name, bytes.length, at]);
  expect(entries).toEqual(Object.entries(SIZES).map(([name, size]) => [name, size, AT]));
  expect(areEqual(readZip(bytes)[0]?.bytes, content(300_000))).toBe(true);
  expect(opened).toEqual(Object.keys(SIZES));
  expect(areEqual(await bytesOf(ask(files)), bytes)).toBe(true);
});

test("it is a private attachment, whole where a range is asked for", async () => {
  const { files } = stored();
  const response = ask(files, { headers: { Range: "bytes=100-" } });
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toEqual({
    "accept-ranges": "none",
    "cache-control": "private, no-store",
    "content-disposition":
      "attachment; filename=\"_t_ 2026.zip\"; filename*=UTF-8''%C3%89t%C3%A9%202026.zip",
    "content-length": String((await bytesOf(response)).length),
    "content-security-policy": "default-src 'none'; sandbox",
    "content-type": "application/zip",
    "referrer-policy": "no-referrer",
  });
});

test("HEAD has the same headers, and opens no file", async () => {
  const { files, opened } = stored();
  const head = ask(files, { method: "HEAD" });
  expect(head.body).toBeNull();
  expect(opened).toEqual([]);
  const got = ask(files);
  expect([...head.headers]).toEqual([...got.headers]);
  await got.arrayBuffer();
});

test.each([
  ["shorter than recorded", { "été.pdf": 300_001, "empty.txt": 0 }],
  ["longer than recorded", { "été.pdf": 299_999, "empty.txt": 0 }],
  ["missing", { "missing.bin": 300_000, "empty.txt": 0 }],
])("a file that is %s breaks the download", async (_, sizes) => {
  const { files, opened } = stored(sizes);
  await expect(ask(files).arrayBuffer()).rejects.toThrow();
  expect(opened).toHaveLength(1);
});

test("a client that goes away closes the open file, and none is opened after it", async () => {
  const { files, opened } = stored();
  let cancelled: unknown;
  const endless = new ReadableStream<Uint8Array>({
    type: "bytes",
    pull: (controller) => controller.enqueue(content(1_000)),
    cancel(reason) {
      cancelled = reason;
    },
  });
  const first = { name: "endless.bin", sizeBytes: 1_000_000_000, open: async () => endless };
  const reader = ask([first, ...files]).body?.getReader();
  // The local header, the name, and bytes of the file.
  for (let chunks = 0; chunks < 3; chunks++) await reader?.read();
  await reader?.cancel("gone");
  await expect.poll(() => cancelled).toBeDefined();
  expect(opened).toEqual([]);
});
