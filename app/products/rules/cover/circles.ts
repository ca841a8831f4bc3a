import type { Palette } from "./palettes";
import type { Numbers } from "./random";

/** Two circles that overlap, on a ground that is cut in two. */
export function drawCircles([, first, second]: Palette, numbers: Numbers): string {
  const half = ["M80 0v60H0z", "M0 0v60h80z", "M0 30h80v30H0z", "M40 0h40v60H40z"][numbers(4)];
  const radius = 13 + numbers(7);
  const shift = 9 + numbers(6);
  const tilt = numbers(9) - 4;
  const circle = (side: number, fill: string, more = "") =>
    `<circle cx="${40 + side * shift}" cy="${30 + side * tilt}" r="${radius}" fill="${fill}"${more}/>`;
  return `<path fill="${second}" d="${half}"/>${circle(-1, first)}${circle(1, first, ' opacity=".72"')}`;
}
