import { createCipheriv, createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const BLOCK_BYTES = 256 * 1024;
/** The key stream of a constant key: pseudo-random, and the same in each run. */
const BLOCK = createCipheriv("aes-128-ctr", Buffer.alloc(16), Buffer.alloc(16)).update(
  Buffer.alloc(BLOCK_BYTES),
);

/**
 * Bytes `[start, end)` of a file without end, which depend on their position only. Each block begins
 * with its number, so that no two parts of the file are equal.
 */
export function* generatedBytes(start: number, end: number): Generator<Buffer> {
  let at = start;
  while (at < end) {
    const number = Math.floor(at / BLOCK_BYTES);
    const from = at - number * BLOCK_BYTES;
    const to = Math.min(BLOCK_BYTES, from + end - at);
    const block = Buffer.from(BLOCK);
    block.writeDoubleLE(number);
    yield block.subarray(from, to);
    at += to - from;
  }
}

/** Hex SHA-256 of bytes `[start, end)`. */
export function generatedSha256(start: number, end: number): string {
  const hash = createHash("sha256");
  for (const bytes of generatedBytes(start, end)) hash.update(bytes);
  return hash.digest("hex");
}

/** Writes the first `sizeBytes` bytes to a file. */
export async function writeGeneratedFile(path: string, sizeBytes: number): Promise<void> {
  const file = createWriteStream(path);
  await pipeline(Readable.from(generatedBytes(0, sizeBytes)), file);
  if (!file.closed) await once(file, "close");
}
