import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ZippedFile, zipSize, zipStream } from "../../../app/library/http/zip-response";
import { readZip } from "../../support/read-zip";
import { LONG_RUN } from "../../support/test-scale";

const AT = Date.UTC(2026, 10, 28, 9, 30, 42);
const CHUNK_BYTES = 64 * 1024;
const NAMES = ["été à Zürich.pdf", "語.txt", "emoji 🎨 (2).png", "a'b & c.mp3", "no-extension"];
const HAS_UNZIP = spawnSync("unzip", ["-v"]).status === 0;

/** A byte stream of so many bytes, and what became of it. */
function source(sizeBytes: number, { fails }: { fails?: Error } = {}) {
  const seen = { givenBytes: 0, cancelled: undefined as unknown };
  const stream = new ReadableStream<Uint8Array>({
    type: "bytes",
    pull(controller) {
      const length = Math.min(CHUNK_BYTES, sizeBytes - seen.givenBytes);
      if (length > 0) {
        controller.enqueue(content(length, seen.givenBytes));
        seen.givenBytes += length;
      } else if (fails) {
        controller.error(fails);
      } else {
        close(controller);
      }
    },
    cancel(reason) {
      seen.cancelled = reason;
    },
  });
  return { stream, seen };
}

/** A reader with a buffer of its own waits until it has it back. */
function close(controller: ReadableStreamController<Uint8Array>): void {
  controller.close();
  if ("byobRequest" in controller) controller.byobRequest?.respond(0);
}

function content(length: number, from = 0): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, at) => (from + at) % 251);
}

function file(name: string, sizeBytes: number): ZippedFile {
  return { name, sizeBytes, open: async () => source(sizeBytes).stream };
}

/** A file of this record whose stream is another one. */
function fileOf(stream: ReadableStream<Uint8Array>, sizeBytes: number): ZippedFile {
  return { name: "file.bin", sizeBytes, open: async () => stream };
}

/** A file that must not be opened. */
const UNREAD: ZippedFile = {
  name: "unread.bin",
  sizeBytes: 1,
  open: () => Promise.reject(new Error("opened")),
};

async function zipped(files: ZippedFile[], at = AT): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(zipStream({ files, at })).arrayBuffer());
}

const several = () => NAMES.map((name, at) => file(name, [70_000, 0, 1, 200_000, 65_536][at] ?? 0));

describe("the zip of several files", () => {
  test("has each of them, with its name, its bytes and the date given", async () => {
    const zip = await zipped(several());
    const entries = readZip(zip);
    expect(entries.map(({ name }) => name)).toEqual(NAMES);
    expect(entries.map(({ bytes }) => bytes.length)).toEqual([70_000, 0, 1, 200_000, 65_536]);
    for (const { bytes, at } of entries) {
      expect(Buffer.from(bytes).equals(content(bytes.length))).toBe(true);
      expect(at).toBe(AT);
    }
  });

  test("has the same bytes each time, of the length that is told before", async () => {
    const [first, second] = [await zipped(several()), await zipped(several())];
    expect(Buffer.from(first).equals(second)).toBe(true);
    expect(first.length).toBe(zipSize(several()));
    const later = await zipped(several(), AT + 2_000);
    expect(Buffer.from(first).equals(later)).toBe(false);
  });

  test("may have none, or a hundred", async () => {
    expect(await zipped([])).toHaveLength(zipSize([]));
    const files = Array.from({ length: 100 }, (_, at) => file(`${at} é.bin`, at * 100));
    const zip = await zipped(files);
    expect(zip).toHaveLength(zipSize(files));
    const read = readZip(zip).map(({ name, bytes }) => [name, bytes.length]);
    expect(read).toEqual(files.map(({ name, sizeBytes }) => [name, sizeBytes]));
  });

  test.skipIf(!HAS_UNZIP)("is good for unzip, which lists the names", async () => {
    const folder = mkdtempSync(join(tmpdir(), "zip-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, "release.zip");
    writeFileSync(path, await zipped(several()));
    const env = { ...process.env, LC_ALL: "C.UTF-8" };
    expect(execFileSync("unzip", ["-t", path], { env, encoding: "utf8" })).toContain("No errors");
    const listed = execFileSync("unzip", ["-Z1", path], { env, encoding: "utf8" });
    expect(listed.trim().split("\n")).toEqual(NAMES);
  });
});

describe("a file that is not as recorded", () => {
  test.each([
    ["shorter", 99_999, "99999 of 100000 bytes"],
    ["empty", 0, "0 of 100000 bytes"],
    ["longer", 100_001, "100001 of 100000 bytes"],
  ])("%s breaks the zip, and no further file is opened", async (_, givenBytes, message) => {
    const files = [fileOf(source(givenBytes).stream, 100_000), UNREAD];
    await expect(zipped(files)).rejects.toThrow(message);
  });

  test("that is much longer is cancelled at the first byte too many", async () => {
    const { stream, seen } = source(100 * CHUNK_BYTES);
    await expect(zipped([fileOf(stream, 1)])).rejects.toThrow("of 1 bytes");
    expect(seen.givenBytes).toBeLessThan(4 * CHUNK_BYTES);
    expect(String(seen.cancelled)).toContain("of 1 bytes");
  });

  test("that can't be read or opened breaks the zip with its error", async () => {
    const { stream } = source(CHUNK_BYTES, { fails: new Error("lost") });
    await expect(zipped([fileOf(stream, 2 * CHUNK_BYTES), UNREAD])).rejects.toThrow("lost");
    await expect(zipped([file("a", 1), UNREAD])).rejects.toThrow("opened");
  });
});

describe("reading", () => {
  test("goes no further than the reader, and opens a file after the one before", async () => {
    const { stream, seen } = source(100 * CHUNK_BYTES);
    const reader = zipStream({
      files: [fileOf(stream, 100 * CHUNK_BYTES), UNREAD],
      at: AT,
    }).getReader();
    for (let chunks = 0; chunks < 10; chunks++) await reader.read();
    for (let turns = 0; turns < 10; turns++) await nextTurn();
    expect(seen.givenBytes).toBeGreaterThan(0);
    expect(seen.givenBytes).toBeLessThanOrEqual(12 * CHUNK_BYTES);
    await reader.cancel();
  });

  test("stops where its reader goes away: the open file is cancelled, no other is opened", async () => {
    const { stream, seen } = source(100 * CHUNK_BYTES);
    const reader = zipStream({
      files: [fileOf(stream, 100 * CHUNK_BYTES), UNREAD],
      at: AT,
    }).getReader();
    for (let chunks = 0; chunks < 4; chunks++) await reader.read();
    await reader.cancel("gone");
    expect(seen.cancelled).toBe("gone");
  });

  test("stops as well while a file is silent", async () => {
    let cancelled: unknown;
    const silent = new ReadableStream<Uint8Array>({
      type: "bytes",
      pull: () => new Promise(() => {}),
      cancel(reason) {
        cancelled = reason;
      },
    });
    const reader = zipStream({ files: [fileOf(silent, 1), UNREAD], at: AT }).getReader();
    // The local header and the name.
    for (let chunks = 0; chunks < 2; chunks++) await reader.read();
    await reader.cancel("gone");
    expect(cancelled).toBe("gone");
  });

  test("stops as well while a file is opened", async () => {
    const { stream, seen } = source(1);
    let opened = (_: ReadableStream<Uint8Array>) => {};
    const zip = await new Promise<ReadableStream<Uint8Array>>((resolve) => {
      const open = () => {
        resolve(started);
        return new Promise<ReadableStream<Uint8Array>>((answer) => {
          opened = answer;
        });
      };
      const started = zipStream({ files: [{ name: "slow", sizeBytes: 1, open }, UNREAD], at: AT });
    });
    const ended = zip.cancel("gone");
    opened(stream);
    await ended;
    expect(seen.cancelled).toBe("gone");
  });
});

test("the length is right on both sides of 4 GiB", () => {
  const GIB = 1024 ** 3;
  const size = (sizeBytes: number) => zipSize([{ name: "a", sizeBytes }]);
  const around = 30 + 1 + 16 + 46 + 1 + 22;
  expect(size(4 * GIB - 2)).toBe(4 * GIB - 2 + around + 76);
  expect(size(4 * GIB - 200)).toBe(4 * GIB - 200 + around);
  expect(size(5 * GIB)).toBe(5 * GIB + around + 8 + 28 + 76);
});

test.runIf(LONG_RUN)(
  "a file of more than 4 GiB, and one behind it, have zip64 records",
  async () => {
    const sizeBytes = 4 * 1024 ** 3 + 1;
    let givenBytes = 0;
    const large = new ReadableStream<Uint8Array>({
      type: "bytes",
      pull(controller) {
        const length = Math.min(1024 * 1024, sizeBytes - givenBytes);
        givenBytes += length;
        if (length > 0) return controller.enqueue(new Uint8Array(length));
        close(controller);
      },
    });
    const files = [{ ...fileOf(large, sizeBytes), name: "large" }, file("behind", 3)];
    let sentBytes = 0;
    let tail = Buffer.alloc(0);
    for await (const chunk of zipStream({ files, at: AT })) {
      sentBytes += chunk.length;
      tail = Buffer.concat([tail, chunk]).subarray(-400);
    }
    expect(sentBytes).toBe(zipSize(files));
    // The end, its locator, and the zip64 end: APPNOTE 4.3.14 to 4.3.16.
    expect(tail.readUInt32LE(tail.length - 22)).toBe(0x06054b50);
    expect(tail.readUInt32LE(tail.length - 6)).toBe(0xffffffff);
    const locator = tail.length - 42;
    expect(tail.readUInt32LE(locator)).toBe(0x07064b50);
    expect(Number(tail.readBigUInt64LE(locator + 8))).toBe(sentBytes - 98);
    const end = tail.length - 98;
    expect(tail.readUInt32LE(end)).toBe(0x06064b50);
    expect(Number(tail.readBigUInt64LE(end + 32))).toBe(2);
    const directoryBytes = Number(tail.readBigUInt64LE(end + 40));
    expect(Number(tail.readBigUInt64LE(end + 48))).toBe(sentBytes - 98 - directoryBytes);
    const directory = tail.subarray(end - directoryBytes, end);
    expect(directory.readUInt32LE(24)).toBe(0xffffffff);
    expect(Number(directory.readBigUInt64LE(46 + "large".length + 4))).toBe(sizeBytes);
    expect(Number(directory.readBigUInt64LE(directoryBytes - 8))).toBe(sizeBytes + 30 + 5 + 24);
  },
);
