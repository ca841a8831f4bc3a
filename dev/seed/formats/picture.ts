import { PNG } from "pngjs";

export type Colour = readonly [red: number, green: number, blue: number];
/** The colour at a point; coordinates from 0 to 1, from the top left. */
export type Painter = (x: number, y: number) => Colour;

/** A PNG. Edges are antialiased: each pixel is the mean of four samples. */
export function picture(width: number, height: number, paint: Painter): Uint8Array {
  const png = new PNG({ width, height, colorType: 2 });
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (const [dx, dy] of PLACES) {
        const colour = paint((column + dx) / width, (row + dy) / height);
        red += colour[0];
        green += colour[1];
        blue += colour[2];
      }
      const at = (row * width + column) * 4;
      png.data[at] = Math.round(red / PLACES.length);
      png.data[at + 1] = Math.round(green / PLACES.length);
      png.data[at + 2] = Math.round(blue / PLACES.length);
      png.data[at + 3] = 255;
    }
  }
  return PNG.sync.write(png, { colorType: 2, deflateLevel: 9 });
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
  return PNG.sync.write(png);
}

const PLACES = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const;

export function mix(one: Colour, other: Colour, share: number): Colour {
  const part = Math.max(0, Math.min(1, share));
  return [
    one[0] * (1 - part) + other[0] * part,
    one[1] * (1 - part) + other[1] * part,
    one[2] * (1 - part) + other[2] * part,
  ];
}
