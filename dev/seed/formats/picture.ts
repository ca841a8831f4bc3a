import { PNG } from "pngjs";

export type Colour = readonly [red: number, green: number, blue: number];
/** The colour at a point; coordinates from 0 to 1, from the top left. */
export type Painter = (x: number, y: number) => Colour;

/** As the specification of PNG numbers them. */
const PAETH_FILTER = 4;
/** Levels by which the corners of a pixel differ at most where no edge is between them. */
const MAX_GRADIENT = 8;

/**
 * A PNG. Each pixel is the mean of its corners, or, so that edges are antialiased, of four samples
 * inside it where those differ.
 */
export function picture(width: number, height: number, paint: Painter): Uint8Array {
  const png = new PNG({ width, height, colorType: 2 });
  const at = (column: number, row: number) => paint(column / width, row / height);
  const cornersOf = (row: number) => Array.from({ length: width + 1 }, (_, x) => at(x, row));
  let above = cornersOf(0);
  for (let y = 0; y < height; y += 1) {
    const below = cornersOf(y + 1);
    for (let x = 0; x < width; x += 1) {
      const [a, b] = [above[x] as Colour, above[x + 1] as Colour];
      const [c, d] = [below[x] as Colour, below[x + 1] as Colour];
      const colour =
        isNear(a, b) && isNear(a, c) && isNear(a, d)
          ? mean(a, b, c, d)
          : mean(
              at(x + 0.25, y + 0.25),
              at(x + 0.75, y + 0.25),
              at(x + 0.25, y + 0.75),
              at(x + 0.75, y + 0.75),
            );
      png.data.set(colour, (y * width + x) * 4);
      png.data[(y * width + x) * 4 + 3] = 255;
    }
    above = below;
  }
  // The choice among all filters takes twice the time and saves few bytes.
  return PNG.sync.write(png, { colorType: 2, deflateLevel: 9, filterType: PAETH_FILTER });
}

function isNear(one: Colour, other: Colour): boolean {
  if (one === other) return true;
  return (
    Math.abs(one[0] - other[0]) <= MAX_GRADIENT &&
    Math.abs(one[1] - other[1]) <= MAX_GRADIENT &&
    Math.abs(one[2] - other[2]) <= MAX_GRADIENT
  );
}

function mean(a: Colour, b: Colour, c: Colour, d: Colour): Colour {
  if (a === b && a === c && a === d) return a;
  return [
    Math.round((a[0] + b[0] + c[0] + d[0]) / 4),
    Math.round((a[1] + b[1] + c[1] + d[1]) / 4),
    Math.round((a[2] + b[2] + c[2] + d[2]) / 4),
  ];
}

/** Pixel art as a PNG: each pixel is enlarged by `scale`. Null is transparent. */
export function pixels(
  width: number,
  height: number,
  scale: number,
  paint: (x: number, y: number) => Colour | null,
): Uint8Array {
  const png = new PNG({ width: width * scale, height: height * scale });
  for (let row = 0; row < png.height; row += 1) {
    for (let column = 0; column < png.width; column += 1) {
      const colour = paint(Math.floor(column / scale), Math.floor(row / scale));
      png.data.set(colour ? [...colour, 255] : [0, 0, 0, 0], (row * png.width + column) * 4);
    }
  }
  return PNG.sync.write(png, { filterType: PAETH_FILTER });
}

export function mix(one: Colour, other: Colour, share: number): Colour {
  const part = Math.max(0, Math.min(1, share));
  return [
    one[0] * (1 - part) + other[0] * part,
    one[1] * (1 - part) + other[1] * part,
    one[2] * (1 - part) + other[2] * part,
  ];
}
