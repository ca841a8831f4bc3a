import type { Palette } from "./palettes";
import type { Numbers } from "./random";

/** Upright bars of different heights, one of them in the other colour, and a dot above. */
export function drawBars([, first, second]: Palette, numbers: Numbers): string {
  const count = 5 + numbers(4);
  const room = 64 / count;
  const odd = numbers(count);
  const marked = { height: 0, x: 0 };
  let bars = "";
  for (let bar = 0; bar < count; bar += 1) {
    const height = 12 + numbers(bar === odd ? 18 : 32);
    const x = Math.round((8 + bar * room) * 10) / 10;
    if (bar === odd) Object.assign(marked, { height, x });
    else bars += `M${x} 60v-${height}h${width(room)}v${height}z`;
  }
  const { x, height } = marked;
  const radius = width(room) / 2;
  return `<path fill="${first}" d="${bars}"/><path fill="${second}" d="M${x} 60v-${height}h${width(room)}v${height}z"/><circle cx="${round(x + radius)}" cy="${round(56 - height - radius)}" r="${round(radius)}" fill="${second}"/>`;
}

function width(room: number): number {
  return round(room * 0.78);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
