import { joinBytes } from "./join-bytes";
import { pngChunk } from "./png-chunk";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

interface PngContent {
  /** Pixels. */
  width: number;
  height: number;
  /** Bits of a pixel, which is a grey value, or an index where there is a `palette`. */
  bits: 1 | 8;
  /** Rows from the top; each begins with the number of its filter (0: none). */
  rows: Uint8Array<ArrayBuffer>;
  /** Red, green and blue of up to 256 colours. */
  palette?: Uint8Array;
}

/** A PNG file (PNG specification, third edition). */
export async function encodePng(content: PngContent): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, bits, rows, palette } = content;
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, bits);
  header.setUint8(9, palette ? 3 : 0);
  return joinBytes([
    Uint8Array.from(SIGNATURE),
    pngChunk("IHDR", new Uint8Array(header.buffer)),
    ...(palette ? [pngChunk("PLTE", palette)] : []),
    pngChunk("IDAT", await deflated(rows)),
    pngChunk("IEND", new Uint8Array()),
  ]);
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
