import { PNG } from "pngjs";

export const STRIPES = [
  [200, 30, 30],
  [30, 160, 30],
  [30, 30, 200],
] as const;

/** A PNG of three bands from top to bottom: red, green and blue. */
export function stripedPng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const png = new PNG({ width, height });
  for (let y = 0; y < height; y += 1) {
    const [red, green, blue] = STRIPES[Math.floor((3 * y) / height)] ?? STRIPES[0];
    for (let at = y * width * 4; at < (y + 1) * width * 4; at += 4)
      png.data.set([red, green, blue, 255], at);
  }
  return Uint8Array.from(PNG.sync.write(png));
}
