import { pngChunk } from "../../lib/png-chunk";
import { assertReadable, ByteView, unreadable } from "./byte-view";
import { readOrientation, turns, writeOrientation } from "./orientation";
import type { ParsedImage } from "./parsed-image";

const SIGNATURE_BYTES = 8;
/** Length, type and CRC around the data of a chunk. */
const CHUNK_OVERHEAD_BYTES = 12;
const IHDR_BYTES = 13;

/** PNG, third edition: what decoding, colours and animation need. */
const KEPT_CHUNKS = new Set([
  "IHDR",
  "PLTE",
  "IDAT",
  "IEND",
  "tRNS",
  "iCCP",
  "sRGB",
  "gAMA",
  "cHRM",
  "cICP",
  "sBIT",
  "acTL",
  "fcTL",
  "fdAT",
]);

/** A PNG or APNG. Bytes after IEND are left out. */
export function parsePng(file: ByteView): ParsedImage {
  assertReadable(file.text(12, 4) === "IHDR" && file.u32(8) === IHDR_BYTES);
  const [width, height] = [file.u32(16), file.u32(20)];
  const pieces = [file.slice(0, SIGNATURE_BYTES)];
  let orientation: number | null = null;
  let announcedFrames = 0;
  let frames = 0;
  let hasPixels = false;
  for (let at = SIGNATURE_BYTES; ; ) {
    const type = file.text(at + 4, 4);
    const end = at + CHUNK_OVERHEAD_BYTES + file.u32(at);
    const chunk = file.slice(at, end);
    if (type === "IHDR") assertReadable(at === SIGNATURE_BYTES);
    if (type === "IDAT") hasPixels = true;
    if (type === "acTL") announcedFrames = Math.max(announcedFrames, file.u32(at + 8));
    if (type === "fcTL") frames += 1;
    if (type === "eXIf") orientation ??= readOrientation(new ByteView(chunk.subarray(8, -4)));
    if (KEPT_CHUNKS.has(type)) pieces.push(chunk);
    // An unknown critical chunk: no decoder shows the image.
    else if (/^[^a-z]/.test(type)) throw unreadable();
    at = end;
    if (type === "IEND") break;
  }
  assertReadable(hasPixels);
  if (orientation !== null) pieces.splice(2, 0, pngChunk("eXIf", writeOrientation(orientation)));
  const isTurned = turns(orientation);
  return { width, height, frames: Math.max(1, announcedFrames, frames), isTurned, pieces };
}
