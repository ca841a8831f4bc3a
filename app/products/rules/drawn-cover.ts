import { fillShapes } from "../../images/rules/fill-shapes";
import { shapesOf } from "../../images/rules/svg-shapes";
import { encodePng } from "../../lib/png";
import { COVER_UNITS, generateCover } from "./cover";

/**
 * Names of the files of a drawn cover. They are cached for ever: another drawing, or another size, needs
 * another number.
 */
export const DRAWN_SVG = "drawn-1.svg";
export const DRAWN_PNG = "drawn-1.png";

/** In pixels: the shape of pictures of shared links. A larger one takes more processor time than a page. */
export const DRAWN_PNG_SIZE = { width: 800, height: 420 };

/** Pixels that the SVG says of itself, for programs that show it in its own size. */
const SVG_SIZE = { width: 800, height: 600 };

/** The cover that is generated from an id, as a file of its own. */
export function drawnCoverSvg(id: string): string {
  const { width, height } = SVG_SIZE;
  return generateCover(id).replace("<svg ", `<svg width="${width}" height="${height}" `);
}

/** The same as a PNG, for programs that take no SVG. */
export async function drawnCoverPng(id: string): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = DRAWN_PNG_SIZE;
  // It fills the frame, as `preserveAspectRatio` of the SVG says.
  const scale = Math.max(width / COVER_UNITS.width, height / COVER_UNITS.height);
  const [left, top] = [width - COVER_UNITS.width * scale, height - COVER_UNITS.height * scale];
  const pixels = fillShapes(shapesOf(generateCover(id)), {
    width,
    height,
    place: ([x, y]) => [x * scale + left / 2, y * scale + top / 2],
  });
  const { rows, palette } = indexed(pixels, width, height);
  return encodePng({ width, height, bits: 8, rows, palette });
}

const MAX_COLOURS = 256;

/** Pixels as indices into their colours. One beyond the 256th takes that of the pixel before it. */
function indexed(pixels: Uint32Array, width: number, height: number) {
  const colours = new Map<number, number>();
  const rows = new Uint8Array((width + 1) * height);
  let [last, index] = [-1, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = pixels[y * width + x] ?? 0;
      if (colour !== last) {
        last = colour;
        const known = colours.get(colour);
        if (known === undefined && colours.size < MAX_COLOURS) colours.set(colour, colours.size);
        index = colours.get(colour) ?? index;
      }
      rows[y * (width + 1) + 1 + x] = index;
    }
  }
  const palette = Uint8Array.from(
    [...colours.keys()].flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]),
  );
  return { rows, palette };
}
