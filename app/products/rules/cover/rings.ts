import type { Palette } from "./palettes";
import type { Numbers } from "./random";

/** Rings around a point on the edge, in turn of the two colours. */
export function drawRings([, first, second]: Palette, numbers: Numbers): string {
  const [x, y] = [
    [40, 60],
    [0, 60],
    [80, 60],
    [40, 0],
    [0, 0],
    [80, 0],
  ][numbers(6)] as [number, number];
  const step = 8 + numbers(4);
  const count = 5 + numbers(2);
  let rings = "";
  for (let ring = count; ring > 0; ring -= 1) {
    const fill = (count - ring) % 2 ? first : second;
    rings += `<circle cx="${x}" cy="${y}" r="${ring * step}" fill="${fill}"/>`;
  }
  return rings;
}
