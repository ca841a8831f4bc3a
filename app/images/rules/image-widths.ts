import { paths } from "../../lib/paths";

/**
 * Widths of the two sizes of an image (pixels), between which a browser may choose; null where it may
 * not, or where there is one size.
 */
export interface ImageWidths {
  width: number | null;
  smallWidth: number | null;
}

export const NO_WIDTHS: ImageWidths = { width: null, smallWidth: null };

interface ImageShape {
  width: number;
  height: number;
  frames: number;
}

/**
 * The widths of the two sizes where both show the same picture: one has as many pixels in the width as
 * its header says, and the other is a smaller one of the same shape. Other pairs are an animation with
 * its first frame, a picture that its orientation turns, and what a program sent as small size.
 */
export function widthsOf(large: ImageShape, small: ImageShape | null): ImageWidths {
  if (!small || large.frames > 1 || small.width >= large.width) return NO_WIDTHS;
  // Sides are rounded to whole pixels.
  const difference = Math.abs(large.width * small.height - large.height * small.width);
  if (difference > large.width + large.height) return NO_WIDTHS;
  return { width: large.width, smallWidth: small.width };
}

/** The `srcset` of an image with two sizes; undefined where browsers have no choice. */
export function srcSetOf({
  mediaId,
  smallMediaId,
  width,
  smallWidth,
}: { mediaId: string; smallMediaId: string } & Partial<ImageWidths>): string | undefined {
  if (!width || !smallWidth) return undefined;
  return `${paths.media(smallMediaId)} ${smallWidth}w, ${paths.media(mediaId)} ${width}w`;
}
