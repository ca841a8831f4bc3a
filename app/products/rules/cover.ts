import { srcSetOf } from "../../images/rules/image-widths";
import type { Size } from "../../images/rules/parsed-image";
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
import { focusOf, objectPosition } from "./focus-point";
import type { Product } from "./product";

/** A product's cover: the address of the seller's image, or else the SVG generated from its id. */
export interface ProductCover {
  url: string | null;
  /** Both sizes of the image, where a browser may choose. */
  srcSet?: string | undefined;
  /** Where a crop of it lies, as `object-position`; undefined for the middle. */
  position?: string | undefined;
  svg: string;
}

/** A cover that is shown whole; its size (pixels) is null where it is not known. */
export interface WholeProductCover extends ProductCover {
  size: Size | null;
}

/** Thumbnails, which never need the large size, read no widths. */
export interface CoverFacts
  extends Pick<
      Product,
      "id" | "coverMediaId" | "coverSmallMediaId" | "coverFocusX" | "coverFocusY"
    >,
    Partial<Pick<Product, "coverWidth" | "coverSmallWidth">> {}

/** `size` is for browsers without a choice. Lists show the small one where there is one. */
export function coverOf(product: CoverFacts, size: "small" | "large"): ProductCover {
  const { id, coverMediaId, coverSmallMediaId, coverWidth, coverSmallWidth } = product;
  const mediaId = (size === "small" && coverSmallMediaId) || coverMediaId;
  if (!mediaId) return { url: null, svg: generateCover(id) };
  const srcSet = srcSetOf({
    mediaId: coverMediaId,
    smallMediaId: coverSmallMediaId,
    width: coverWidth,
    smallWidth: coverSmallWidth,
  });
  const position = objectPosition(focusOf(product));
  return { url: paths.media(mediaId), srcSet, position, svg: "" };
}

/** The cover in its large size, for a page that shows it whole. */
export function wholeCoverOf(
  product: CoverFacts & Pick<Product, "coverShownWidth" | "coverShownHeight">,
): WholeProductCover {
  const { coverShownWidth: width, coverShownHeight: height } = product;
  return { ...coverOf(product, "large"), size: sizeOf(width, height) };
}

function sizeOf(width: number | null, height: number | null): Size | null {
  return width && height ? { width, height } : null;
}

/** A product's second image: the address of its large size, empty if absent, and both sizes. */
export interface ProductImage {
  imageUrl: string;
  imageSrcSet?: string | undefined;
  /** Pixels; null where it is not known. */
  imageSize: Size | null;
}

export function secondImageOf({
  imageMediaId: mediaId,
  imageSmallMediaId: smallMediaId,
  imageWidth: width,
  imageSmallWidth: smallWidth,
  imageShownWidth,
  imageShownHeight,
}: Pick<
  Product,
  | "imageMediaId"
  | "imageSmallMediaId"
  | "imageWidth"
  | "imageSmallWidth"
  | "imageShownWidth"
  | "imageShownHeight"
>): ProductImage {
  const imageSrcSet = srcSetOf({ mediaId, smallMediaId, width, smallWidth });
  const imageSize = sizeOf(imageShownWidth, imageShownHeight);
  return { imageUrl: mediaUrl(mediaId), imageSrcSet, imageSize };
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

/** Units of the drawing. */
export const COVER_UNITS = { width: 80, height: 60 };

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
