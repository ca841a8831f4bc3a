/** Size that Open Graph and Twitter show whole, 1.91 to 1. */
export const SHARE_IMAGE_WIDTH_PX = 1200;
export const SHARE_IMAGE_HEIGHT_PX = 630;

/** The picture of a link to a page, where it is shared. */
export interface ShareImage {
  path: string;
  /** Pixels; null where it is not known. */
  size: { width: number; height: number } | null;
}

export const SHARE_IMAGE_SIZE = { width: SHARE_IMAGE_WIDTH_PX, height: SHARE_IMAGE_HEIGHT_PX };

/** Drawn by `npx tsx dev/draw-pictures.ts`, as are those of the categories. */
export const DEFAULT_SHARE_IMAGE: ShareImage = staticShareImage("comptoir");

/** A picture in `public/share`. */
export function staticShareImage(name: string): ShareImage {
  return { path: `/share/${name}.jpg`, size: SHARE_IMAGE_SIZE };
}

/** An image that a person uploaded, by its address; null without one. */
export function uploadedShareImage(path: string): ShareImage | null {
  return path === "" ? null : { path, size: null };
}
