// @chunk seller
import { joinBytes } from "./join-bytes";

/** A chunk of a PNG file: length, type, data and checksum (PNG specification, section 5.3). */
export function pngChunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const body = joinBytes([new TextEncoder().encode(type), data]);
  return joinBytes([bigEndian(data.length), body, bigEndian(crc32(body))]);
}

function bigEndian(value: number): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(4));
  bytes.setUint32(0, value);
  return new Uint8Array(bytes.buffer);
}

/** The reversed polynomial of CRC-32 (annex D). */
const POLYNOMIAL = 0xedb88320;

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0);
  }
  return ~crc >>> 0;
}
