import { crc32 } from "node:zlib";

export interface ZipEntry {
  name: string;
  bytes: Uint8Array;
  /** Epoch ms. */
  at: number;
}

const UTF8_AND_DESCRIPTOR = 0x0808;
const LOCAL_BYTES = 30;
const DESCRIPTOR_BYTES = 16;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;

/**
 * The files of a zip without zip64 and without compression, as PKWARE's APPNOTE 6.3.10 has it. Throws
 * where a checksum, size or offset is wrong, where the two headers of a file differ, and where a byte
 * belongs to nothing.
 */
export function readZip(zip: Uint8Array): ZipEntry[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const endAt = zip.byteLength - END_BYTES;
  expectEqual(view.getUint32(endAt, true), 0x06054b50, "end");
  const count = view.getUint16(endAt + 10, true);
  const centralAt = view.getUint32(endAt + 16, true);
  expectEqual(centralAt + view.getUint32(endAt + 12, true), endAt, "central directory");
  const entries: ZipEntry[] = [];
  let localAt = 0;
  let at = centralAt;
  for (let index = 0; index < count; index++) {
    expectEqual(view.getUint32(at, true), 0x02014b50, "central header");
    expectEqual(view.getUint32(at + 42, true), localAt, "offset");
    const { entry, endsAt } = readEntry(zip, view, { at, localAt });
    entries.push(entry);
    localAt = endsAt;
    at += CENTRAL_BYTES + view.getUint16(at + 28, true) + view.getUint16(at + 30, true);
  }
  expectEqual(localAt, centralAt, "end of the files");
  expectEqual(at, endAt, "end of the central directory");
  return entries;
}

function readEntry(
  zip: Uint8Array,
  view: DataView,
  { at, localAt }: { at: number; localAt: number },
): { entry: ZipEntry; endsAt: number } {
  const sizeBytes = view.getUint32(at + 24, true);
  expectEqual(view.getUint32(at + 20, true), sizeBytes, "stored size");
  expectEqual(view.getUint32(localAt, true), 0x04034b50, "local header");
  for (const headerAt of [at + 8, localAt + 6]) {
    expectEqual(view.getUint16(headerAt, true), UTF8_AND_DESCRIPTOR, "flags");
    expectEqual(view.getUint16(headerAt + 2, true), 0, "compression");
  }
  expectEqual(view.getUint32(localAt + 10, true), view.getUint32(at + 12, true), "time");
  const nameBytes = view.getUint16(at + 28, true);
  const name = textOf(zip, at + CENTRAL_BYTES, nameBytes);
  expectEqual(textOf(zip, localAt + LOCAL_BYTES, view.getUint16(localAt + 26, true)), name, "name");
  const startsAt = localAt + LOCAL_BYTES + nameBytes + view.getUint16(localAt + 28, true);
  const bytes = zip.subarray(startsAt, startsAt + sizeBytes);
  const descriptorAt = startsAt + sizeBytes;
  expectEqual(view.getUint32(descriptorAt, true), 0x08074b50, "descriptor");
  expectEqual(view.getUint32(descriptorAt + 4, true), crc32(bytes), "checksum");
  expectEqual(view.getUint32(at + 16, true), crc32(bytes), "checksum of the central header");
  for (const shift of [8, 12]) {
    expectEqual(view.getUint32(descriptorAt + shift, true), sizeBytes, "size in the descriptor");
  }
  const entry = { name, bytes, at: dosTime(view.getUint32(at + 12, true)) };
  return { entry, endsAt: descriptorAt + DESCRIPTOR_BYTES };
}

function textOf(zip: Uint8Array, at: number, length: number): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(zip.subarray(at, at + length));
}

function dosTime(value: number): number {
  const [date, time] = [value >>> 16, value & 0xffff];
  const day = [1980 + (date >> 9), ((date >> 5) & 15) - 1, date & 31] as const;
  return new Date(...day, time >> 11, (time >> 5) & 63, (time & 31) * 2).getTime();
}

function expectEqual<T>(actual: T, expected: T, what: string): void {
  if (actual !== expected) throw new Error(`zip: ${what} is ${actual}, not ${expected}`);
}
