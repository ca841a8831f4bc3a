import type { Palette } from "./palettes";
import type { Numbers } from "./random";

/** A disc that sets behind waves. */
export function drawWaves([ground, first, second]: Palette, numbers: Numbers): string {
  const half = [10, 20, 40][numbers(3)] ?? 20;
  const height = 5 + numbers(6);
  const top = 24 + numbers(8);
  const disc = `<circle cx="${18 + numbers(45)}" cy="${top - 4}" r="${9 + numbers(6)}" fill="${second}"/>`;
  const waves = [first, ground, first].map((fill, at) => {
    const start = -half * (at % 2);
    return `<path fill="${fill}" d="M${start} ${top + at * 10}${crests(half, height)}V60H${start}z"/>`;
  });
  return disc + waves.join("");
}

/** Enough crests to cross the picture from left of its edge. */
function crests(half: number, height: number): string {
  const count = Math.ceil(80 / half) + 1;
  return `q${half / 2} -${height} ${half} 0${`t${half} 0`.repeat(count - 1)}`;
}
