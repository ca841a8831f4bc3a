import { assertReadable, ByteView, unreadable } from "./byte-view";
import { largestOf, type Size } from "./parsed-image";

const SEQUENCE_HEADER = 1;

/**
 * The largest frame size that the sequence headers of an AV1 bitstream allow (AV1 specification,
 * sections 5.3 and 5.5). The container can declare a smaller one.
 */
export function readAv1Size(stream: ByteView): Size {
  const sizes: Size[] = [];
  for (let at = 0; at < stream.length; ) {
    const header = stream.u8(at);
    const type = (header >> 3) & 15;
    at += header & 4 ? 2 : 1;
    const { value, next } =
      header & 2 ? readLeb128(stream, at) : { value: stream.length - at, next: at };
    const obu = stream.slice(next, next + value);
    at = next + value;
    if (type === SEQUENCE_HEADER) sizes.push(readSequenceHeader(new BitReader(new ByteView(obu))));
  }
  assertReadable(sizes.length > 0);
  return largestOf(sizes);
}

function readLeb128(stream: ByteView, at: number): { value: number; next: number } {
  let value = 0;
  for (let byte = 0; byte < 5; byte += 1) {
    const read = stream.u8(at + byte);
    value += (read & 0x7f) * 2 ** (7 * byte);
    if ((read & 0x80) === 0) return { value, next: at + byte + 1 };
  }
  throw unreadable();
}

function readSequenceHeader(bits: BitReader): Size {
  // seq_profile and still_picture.
  bits.read(4);
  const isReduced = bits.read(1) === 1;
  if (isReduced) bits.read(5);
  else skipOperatingPoints(bits);
  const widthBits = bits.read(4) + 1;
  const heightBits = bits.read(4) + 1;
  return { width: bits.read(widthBits) + 1, height: bits.read(heightBits) + 1 };
}

function skipOperatingPoints(bits: BitReader): void {
  // Timing information is for video.
  assertReadable(bits.read(1) === 0);
  const hasDisplayDelay = bits.read(1) === 1;
  const points = bits.read(5) + 1;
  for (let point = 0; point < points; point += 1) {
    bits.read(12);
    const level = bits.read(5);
    if (level > 7) bits.read(1);
    if (hasDisplayDelay && bits.read(1) === 1) bits.read(4);
  }
}

class BitReader {
  #at = 0;

  constructor(readonly bytes: ByteView) {}

  /** Most significant bit first. */
  read(count: number): number {
    let value = 0;
    for (let bit = 0; bit < count; bit += 1, this.#at += 1) {
      const byte = this.bytes.u8(this.#at >> 3);
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1);
    }
    return value;
  }
}
