import type { Palette } from "./palettes";
import type { Numbers } from "./random";

/** A square cut by its diagonal, beside a bar and a dot; turned or mirrored. */
export function drawBlocks([, first, second]: Palette, numbers: Numbers): string {
  const bar = 16 + numbers(9);
  const dot = 7 + numbers(4);
  const dotY = (8 + bar + 52) / 2;
  const mirror = ["", ' transform="matrix(-1 0 0 1 80 0)"', ' transform="rotate(180 40 30)"'];
  const cut = numbers(2) ? "M38 8v44H8z" : "M8 8v44h30z";
  return `<g${mirror[numbers(3)]}><path fill="${second}" d="M8 8h30v44H8z"/><path fill="${first}" d="${cut}M42 8h30v${bar}H42z"/><circle cx="57" cy="${dotY + 2}" r="${dot}" fill="${second}"/></g>`;
}
