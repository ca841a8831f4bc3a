import { joinBytes } from "../lib/join-bytes";
import { pngChunk } from "../lib/png-chunk";
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
  return joinBytes([
    Uint8Array.from(SIGNATURE),
    pngChunk("IHDR", new Uint8Array(header.buffer)),
    pngChunk("IDAT", await deflated(pixels)),
    pngChunk("IEND", new Uint8Array()),
  ]);
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
