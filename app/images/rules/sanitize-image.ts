import { joinBytes } from "../../lib/join-bytes";
import { parseAvif } from "./avif";
import { ByteView, type ImageRefusal, ImageRefusedError } from "./byte-view";
import { parseGif } from "./gif";
import { detectImageType, type ImageType } from "./image-types";
import { parseJpeg } from "./jpeg";
import type { ParsedImage, Size } from "./parsed-image";
import { parsePng } from "./png";
import { parseWebp } from "./webp";

/**
 * A browser needs 4 bytes of memory per pixel whatever the size of the file: 67 MB for a square of
 * this side, which has 16.8 megapixels.
 */
export const MAX_IMAGE_SIDE_PX = 4_096;

/** An animation is decoded over and over while it is visible. */
export const MAX_IMAGE_FRAMES = 50;

export interface SanitizedImage {
  type: ImageType;
  /** Pixels, before the orientation is applied. */
  width: number;
  height: number;
  frames: number;
  /** Pixels as browsers show it, after the orientation. */
  shown: Size;
  /** Without metadata but colour profile and orientation. */
  bytes: Uint8Array<ArrayBuffer>;
}

const PARSERS: Record<ImageType, (file: ByteView) => ParsedImage> = {
  "image/png": parsePng,
  "image/jpeg": parseJpeg,
  "image/webp": parseWebp,
  "image/gif": parseGif,
  "image/avif": parseAvif,
};

/**
 * Reads the size from the headers of an image and removes its metadata, without decoding it. Accepts
 * any bytes and takes linear time. A refusal is returned as its reason.
 */
export function sanitizeImage(
  bytes: Uint8Array,
  maxSidePx = MAX_IMAGE_SIDE_PX,
): SanitizedImage | ImageRefusal {
  const type = detectImageType(bytes);
  if (!type) return "unreadable";
  try {
    const { width, height, frames, isTurned, pieces } = PARSERS[type](new ByteView(bytes));
    if (width === 0 || height === 0) return "unreadable";
    if (width > maxSidePx || height > maxSidePx) return "too_many_pixels";
    if (frames > MAX_IMAGE_FRAMES) return "too_many_frames";
    const shown = isTurned ? { width: height, height: width } : { width, height };
    return { type, width, height, frames, shown, bytes: joinBytes(pieces) };
  } catch (error) {
    if (error instanceof ImageRefusedError) return error.reason;
    throw error;
  }
}
