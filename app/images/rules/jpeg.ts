import { assertReadable, ByteView } from "./byte-view";
import { readOrientation, turns, writeOrientation } from "./orientation";
import { latin1Bytes, type ParsedImage, type Size } from "./parsed-image";

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;

/** Huffman and arithmetic tables, quantization tables, restart interval. */
const TABLES = new Set([0xc4, 0xcc, 0xdb, 0xdd]);

/** Marker, length and data of JFIF without its thumbnail. */
const JFIF_BYTES = 18;
const ADOBE_BYTES = 16;

/** Decoders process the whole image for each scan, even an empty one. Encoders write about ten. */
const MAX_SCANS = 100;

/** A JPEG. Bytes after EOI, such as further images of a phone, are left out. */
export function parseJpeg(file: ByteView): ParsedImage {
  let size: Size | null = null;
  let orientation: number | null = null;
  let scans = 0;
  const pieces: Uint8Array[] = [];
  let at = 2;
  for (;;) {
    assertReadable(file.u8(at) === 0xff);
    // A marker may follow any number of fill bytes.
    while (file.u8(at + 1) === 0xff) at += 1;
    const marker = file.u8(at + 1);
    if (marker === EOI) break;
    const end = at + 2 + file.u16(at + 2);
    const segment = new ByteView(file.slice(at, end));
    if (isFrameHeader(marker)) {
      // A second frame header could declare another size.
      assertReadable(size === null);
      size = { height: segment.u16(5), width: segment.u16(7) };
      pieces.push(segment.bytes);
    } else if (marker === SOS) {
      assertReadable(size !== null);
      scans += 1;
      at = endOfScan(file, end);
      pieces.push(segment.bytes, file.slice(end, at));
      continue;
    } else if (marker === APP1 && isExif(segment)) {
      orientation ??= readOrientation(new ByteView(segment.bytes.subarray(10)));
    } else {
      pieces.push(...keptSegment(marker, segment));
    }
    at = end;
  }
  assertReadable(size !== null && scans > 0 && scans <= MAX_SCANS);
  const start: Uint8Array[] = [Uint8Array.of(0xff, SOI)];
  if (orientation !== null) start.push(writeExif(orientation));
  const isTurned = turns(orientation);
  return { ...size, frames: 1, isTurned, pieces: [...start, ...pieces, Uint8Array.of(0xff, EOI)] };
}

/** SOF0 to SOF15, without the other markers in that range. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Index of the marker after the entropy-coded data that starts at `at`. */
function endOfScan(file: ByteView, at: number): number {
  for (
    let end = file.bytes.indexOf(0xff, at);
    end !== -1;
    end = file.bytes.indexOf(0xff, end + 1)
  ) {
    const next = file.u8(end + 1);
    const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!isData) return end;
  }
  return file.length;
}

function isExif(segment: ByteView): boolean {
  return segment.length >= 10 && segment.text(4, 6) === "Exif\0\0";
}

/** The parts of a segment that decoding and colours need. */
function keptSegment(marker: number, segment: ByteView): Uint8Array[] {
  const startsWith = (text: string) =>
    segment.length >= 4 + text.length && segment.text(4, text.length) === text;
  if (TABLES.has(marker)) return [segment.bytes];
  if (marker === APP2 && startsWith("ICC_PROFILE\0")) return [segment.bytes];
  if (marker === APP0 && startsWith("JFIF\0")) {
    const jfif = segment.slice(0, JFIF_BYTES).slice();
    jfif.set([0, JFIF_BYTES - 2], 2);
    // The size of the thumbnail.
    jfif.set([0, 0], JFIF_BYTES - 2);
    return [jfif];
  }
  if (marker === APP14 && startsWith("Adobe")) {
    const adobe = segment.slice(0, ADOBE_BYTES).slice();
    adobe.set([0, ADOBE_BYTES - 2], 2);
    return [adobe];
  }
  return [];
}

function writeExif(orientation: number): Uint8Array {
  const tiff = writeOrientation(orientation);
  const exif = latin1Bytes("Exif\0\0");
  return Uint8Array.from([0xff, APP1, 0, 2 + exif.length + tiff.length, ...exif, ...tiff]);
}
