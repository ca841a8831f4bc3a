import type { Palette } from "./palettes";
import type { Numbers } from "./random";

const TILE = 20;

/** Tiles of a quarter of a disc each, turned any way. */
export function drawQuarters([, first, second]: Palette, numbers: Numbers): string {
  const paths = { [first]: "", [second]: "" };
  // One tile of each colour is sure to be there.
  const sure = numbers(6);
  for (let tile = 0; tile < 12; tile += 1) {
    const [x, y] = [(tile % 4) * TILE, Math.floor(tile / 4) * TILE];
    const isSure = tile % 6 === sure;
    const colour = (isSure ? tile < 6 : numbers(5) < 3) ? first : second;
    // Some of the others stay empty: the ground is the third colour.
    if (isSure || numbers(7) > 0) paths[colour] += quarter(x, y, numbers(4));
  }
  return Object.entries(paths)
    .map(([fill, d]) => (d ? `<path fill="${fill}" d="${d}"/>` : ""))
    .join("");
}

function quarter(x: number, y: number, turn: number): string {
  const [right, below] = [x + TILE, y + TILE];
  switch (turn) {
    case 0:
      return `M${x} ${y}h20a20 20 0 0 1-20 20z`;
    case 1:
      return `M${right} ${y}v20a20 20 0 0 1-20-20z`;
    case 2:
      return `M${right} ${below}h-20a20 20 0 0 1 20-20z`;
    default:
      return `M${x} ${below}v-20a20 20 0 0 1 20 20z`;
  }
}
