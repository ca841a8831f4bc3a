import { drawBars } from "./cover/bars";
import { drawBlocks } from "./cover/blocks";
import { drawCircles } from "./cover/circles";
import { PALETTES, type Palette } from "./cover/palettes";
import { drawQuarters } from "./cover/quarters";
import { type Numbers, numbersFrom } from "./cover/random";
import { drawRings } from "./cover/rings";
import { drawWaves } from "./cover/waves";

const KINDS: readonly ((palette: Palette, numbers: Numbers) => string)[] = [
  drawCircles,
  drawBlocks,
  drawRings,
  drawBars,
  drawQuarters,
  drawWaves,
];

export const COVER_KINDS = KINDS.length;

/** Which composition and which colours an id gets. */
export function coverOf(id: string): { kind: number; palette: number } {
  const numbers = numbersFrom(id);
  return { kind: numbers(KINDS.length), palette: numbers(PALETTES.length) };
}

/**
 * The picture of a product without a cover: a flat composition drawn from its id, always the same.
 * Inline SVG of less than 1 KB; it fills its frame, cut rather than squeezed.
 */
export function drawCover(id: string): string {
  const { kind, palette } = coverOf(id);
  const [draw = drawCircles, colours = PALETTES[0] as Palette] = [KINDS[kind], PALETTES[palette]];
  const shapes = draw(colours, numbersFrom(`${id}/shapes`));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 60" preserveAspectRatio="xMidYMid slice"><path fill="${colours[0]}" d="M0 0h80v60H0z"/>${shapes}</svg>`;
}
