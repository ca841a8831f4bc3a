import { encodePng } from "../lib/png";
import { qrModules } from "./qr";

/** Large enough for a print of 8 cm at 300 dpi. */
const MIN_WIDTH_PX = 1_000;

/** The QR code of a text as a PNG file, black on white with a quiet zone. */
export async function drawQrPng(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const { size, isDark } = qrModules(text);
  const scale = Math.ceil(MIN_WIDTH_PX / size);
  const width = size * scale;
  const rowBytes = 1 + Math.ceil(width / 8);
  const rows = new Uint8Array(rowBytes * width);
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (isDark(Math.floor(x / scale), Math.floor(y / scale))) continue;
      const at = y * rowBytes + 1 + (x >> 3);
      rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return encodePng({ width, height: width, bits: 1, rows });
}
