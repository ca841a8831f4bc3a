import { deflateSync } from "node:zlib";
import { joinBytes } from "../../../app/lib/join-bytes";
import { pngChunk } from "../../../app/lib/png-chunk";

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** A black PNG of one bit a pixel: a few hundred bytes, whatever its size. */
export function flatPng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, 1);
  // Each row begins with the type of its filter.
  const rows = new Uint8Array((1 + Math.ceil(width / 8)) * height);
  return joinBytes([
    SIGNATURE,
    pngChunk("IHDR", new Uint8Array(header.buffer)),
    pngChunk("IDAT", deflateSync(rows)),
    pngChunk("IEND", new Uint8Array()),
  ]);
}
