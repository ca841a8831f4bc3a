import { paths } from "../../lib/paths";
import {
  type DrawShapes,
  drawBars,
  drawBlocks,
  drawCircles,
  drawQuarters,
  drawRings,
  drawWaves,
  PALETTES,
  type Palette,
  seededRandom,
} from "./cover-shapes";

/** A product's cover: the address of the seller's image, or else the SVG generated from its id. */
export interface ProductCover {
  url: string | null;
  svg: string;
}

/** Lists show the small size where there is one. */
export function coverOf(
  product: { id: string; coverMediaId: string; coverSmallMediaId: string },
  size: "small" | "large",
): ProductCover {
  const { id, coverMediaId, coverSmallMediaId } = product;
  const mediaId = (size === "small" && coverSmallMediaId) || coverMediaId;
  return mediaId ? { url: paths.media(mediaId), svg: "" } : { url: null, svg: generateCover(id) };
}

/** The address of an image by its public id; empty without one. */
export function mediaUrl(mediaId: string): string {
  return mediaId && paths.media(mediaId);
}

const COMPOSITIONS: readonly DrawShapes[] = [
  drawCircles,
  drawBlocks,
  drawRings,
  drawBars,
  drawQuarters,
  drawWaves,
];

export const COMPOSITION_COUNT = COMPOSITIONS.length;

/** Indices of the composition and the palette that an id gets. */
export function coverDesign(id: string): { composition: number; palette: number } {
  const random = seededRandom(id);
  return { composition: random(COMPOSITION_COUNT), palette: random(PALETTES.length) };
}

/**
 * The cover of a product without an image of its own, generated from its id and always the same.
 * Inline SVG of less than 1 KB; it fills its frame and is cropped to it.
 */
export function generateCover(id: string): string {
  const { composition, palette } = coverDesign(id);
  const draw = COMPOSITIONS[composition] ?? drawCircles;
  const colours = PALETTES[palette] ?? (PALETTES[0] as Palette);
  const shapes = draw(colours, seededRandom(`${id}/shapes`));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 60" preserveAspectRatio="xMidYMid slice"><path fill="${colours[0]}" d="M0 0h80v60H0z"/>${shapes}</svg>`;
}
