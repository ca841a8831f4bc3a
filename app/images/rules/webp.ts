import { joinBytes } from "../../lib/join-bytes";
import { assertReadable, ByteView } from "./byte-view";
import { readOrientation, writeOrientation } from "./orientation";
import { largestOf, latin1Bytes, type ParsedImage, type Size } from "./parsed-image";

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** Position and size of a frame of an animation, before its chunks. */
const FRAME_HEADER_BYTES = 16;
const XMP_FLAG = 0x04;
const EXIF_FLAG = 0x08;

const KEPT_CHUNKS = new Set(["VP8X", "ICCP", "ANIM", "ANMF", "ALPH", "VP8 ", "VP8L"]);
const FRAME_CHUNKS = new Set(["ALPH", "VP8 ", "VP8L"]);

interface Chunk {
  type: string;
  data: ByteView;
}

/** A WebP: VP8, VP8L or the extended format, with or without animation. */
export function parseWebp(file: ByteView): ParsedImage {
  const chunks = readChunks(new ByteView(file.slice(RIFF_HEADER_BYTES, 8 + file.u32(4, true))));
  const [first] = chunks;
  assertReadable(first !== undefined && ["VP8X", "VP8 ", "VP8L"].includes(first.type));
  const isExtended = first.type === "VP8X";
  const orientation = isExtended ? orientationOf(chunks) : null;
  // The simple format has one chunk.
  const kept = (isExtended ? chunks : chunks.slice(0, 1)).filter(({ type }) =>
    KEPT_CHUNKS.has(type),
  );
  assertReadable(kept.some(({ type }) => ["VP8 ", "VP8L", "ANMF"].includes(type)));
  const pieces = kept.flatMap((chunk) => rewriteChunk(chunk, orientation));
  if (orientation !== null) pieces.push(...writeChunk("EXIF", writeOrientation(orientation)));
  return {
    ...largestOf(kept.flatMap(sizesOf)),
    frames: Math.max(1, kept.filter(({ type }) => type === "ANMF").length),
    // Browsers ignore the orientation of a WebP.
    isTurned: false,
    pieces: [writeHeader(pieces), ...pieces],
  };
}

function readChunks(view: ByteView): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at < view.length; ) {
    const data = at + CHUNK_HEADER_BYTES;
    const end = data + view.u32(at + 4, true);
    chunks.push({ type: view.text(at, 4), data: new ByteView(view.slice(data, end)) });
    at = end + (end % 2);
  }
  return chunks;
}

/** Declared sizes: of the canvas, of a frame, and of the bitstreams in it. */
function sizesOf({ type, data }: Chunk): Size[] {
  switch (type) {
    case "VP8X":
      return [{ width: data.u24(4) + 1, height: data.u24(7) + 1 }];
    case "VP8 ":
      assertReadable((data.u8(0) & 1) === 0 && data.text(3, 3) === "\x9d\x01\x2a");
      return [{ width: data.u16(6, true) & 0x3fff, height: data.u16(8, true) & 0x3fff }];
    case "VP8L": {
      assertReadable(data.u8(0) === 0x2f);
      const bits = data.u32(1, true);
      return [{ width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }];
    }
    case "ANMF":
      return [
        { width: data.u24(6) + 1, height: data.u24(9) + 1 },
        ...frameChunks(data).flatMap(sizesOf),
      ];
    default:
      return [];
  }
}

function frameChunks(frame: ByteView): Chunk[] {
  const chunks = readChunks(new ByteView(frame.slice(FRAME_HEADER_BYTES, frame.length)));
  return chunks.filter(({ type }) => FRAME_CHUNKS.has(type));
}

function orientationOf(chunks: Chunk[]): number | null {
  const data = chunks.find(({ type }) => type === "EXIF")?.data;
  if (!data) return null;
  const hasPrefix = data.length >= 6 && data.text(0, 6) === "Exif\0\0";
  return readOrientation(new ByteView(data.bytes.subarray(hasPrefix ? 6 : 0)));
}

function rewriteChunk({ type, data }: Chunk, orientation: number | null): Uint8Array[] {
  if (type === "VP8X") {
    const header = data.slice(0, 10).slice();
    const flags = data.u8(0) & ~(XMP_FLAG | EXIF_FLAG);
    header[0] = orientation === null ? flags : flags | EXIF_FLAG;
    return writeChunk(type, header);
  }
  if (type === "ANMF") {
    const inner = frameChunks(data).flatMap((chunk) => writeChunk(chunk.type, chunk.data.bytes));
    return writeChunk(type, joinBytes([data.slice(0, FRAME_HEADER_BYTES), ...inner]));
  }
  return writeChunk(type, data.bytes);
}

function writeChunk(type: string, data: Uint8Array): Uint8Array[] {
  const header = new Uint8Array(CHUNK_HEADER_BYTES);
  header.set(latin1Bytes(type));
  new DataView(header.buffer).setUint32(4, data.length, true);
  // Chunks have an even length.
  return [header, data, new Uint8Array(data.length % 2)];
}

function writeHeader(chunks: Uint8Array[]): Uint8Array {
  const header = latin1Bytes("RIFF\0\0\0\0WEBP");
  const bytes = chunks.reduce((sum, { length }) => sum + length, 4);
  new DataView(header.buffer).setUint32(4, bytes, true);
  return header;
}
