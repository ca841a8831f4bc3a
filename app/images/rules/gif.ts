import { assertReadable, type ByteView } from "./byte-view";
import type { ParsedImage } from "./parsed-image";

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
const SCREEN_DESCRIPTOR_END = 13;
const IMAGE_DESCRIPTOR_BYTES = 10;

/** A GIF. A missing trailer is added; bytes after it are left out. */
export function parseGif(file: ByteView): ParsedImage {
  let at = SCREEN_DESCRIPTOR_END + colourTableBytes(file.u8(10));
  let [width, height] = [file.u16(6, true), file.u16(8, true)];
  let frames = 0;
  const pieces = [file.slice(0, at)];
  while (at < file.length && file.u8(at) !== TRAILER) {
    const start = at;
    if (file.u8(at) === IMAGE) {
      frames += 1;
      // A frame that reaches beyond the screen enlarges it in some decoders.
      width = Math.max(width, file.u16(at + 1, true) + file.u16(at + 5, true));
      height = Math.max(height, file.u16(at + 3, true) + file.u16(at + 7, true));
      const codes = at + IMAGE_DESCRIPTOR_BYTES + colourTableBytes(file.u8(at + 9));
      at = endOfSubBlocks(file, codes + 1);
      pieces.push(file.slice(start, at));
    } else {
      assertReadable(file.u8(at) === EXTENSION);
      at = endOfSubBlocks(file, at + 2);
      pieces.push(...keptExtension(file, start, at));
    }
  }
  assertReadable(frames > 0);
  return { width, height, frames, isTurned: false, pieces: [...pieces, Uint8Array.of(TRAILER)] };
}

/** Bytes of the colour table that the packed fields declare. */
function colourTableBytes(packed: number): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0;
}

function endOfSubBlocks(file: ByteView, at: number): number {
  let next = at;
  while (file.u8(next) !== 0) next += 1 + file.u8(next);
  return next + 1;
}

/** Timing and transparency, the number of repetitions, and the colour profile. */
function keptExtension(file: ByteView, start: number, end: number): Uint8Array[] {
  const label = file.u8(start + 1);
  if (label === GRAPHIC_CONTROL) return [file.slice(start, end)];
  if (label !== APPLICATION || file.u8(start + 2) !== 11) return [];
  const application = file.text(start + 3, 11);
  if (application === "ICCRGBG1012") return [file.slice(start, end)];
  const isLoop = application === "NETSCAPE2.0" || application === "ANIMEXTS1.0";
  const data = start + 14;
  if (!isLoop || file.u8(data) !== 3 || file.u8(data + 1) !== 1) return [];
  return [file.slice(start, data + 4), Uint8Array.of(0)];
}
