import { qrModules } from "./qr";

/** Large enough for a print of 8 cm at 300 dpi. */
const MIN_WIDTH_PX = 1_000;
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** The QR code of a text as a PNG file, black on white with a quiet zone. */
export async function drawQrPng(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const { size, isDark } = qrModules(text);
  const scale = Math.ceil(MIN_WIDTH_PX / size);
  const width = size * scale;
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, width);
  // One bit a pixel, grey.
  header.setUint8(8, 1);
  const rowBytes = 1 + Math.ceil(width / 8);
  const pixels = new Uint8Array(rowBytes * width);
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (isDark(Math.floor(x / scale), Math.floor(y / scale))) continue;
      // Each row begins with the number of its filter: 0, none.
      const at = y * rowBytes + 1 + (x >> 3);
      pixels[at] = (pixels[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return joined([
    Uint8Array.from(SIGNATURE),
    chunk("IHDR", new Uint8Array(header.buffer)),
    chunk("IDAT", await deflated(pixels)),
    chunk("IEND", new Uint8Array()),
  ]);
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = joined([new TextEncoder().encode(type), data]);
  const framed = new DataView(new ArrayBuffer(body.length + 8));
  framed.setUint32(0, data.length);
  new Uint8Array(framed.buffer).set(body, 4);
  framed.setUint32(body.length + 4, crc32(body));
  return new Uint8Array(framed.buffer);
}

/** The reversed polynomial of CRC-32 (PNG specification, annex D). */
const POLYNOMIAL = 0xedb88320;

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0);
  }
  return ~crc >>> 0;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
