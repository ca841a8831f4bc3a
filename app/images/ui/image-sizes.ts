import { ICON_TYPES, LARGE_IMAGE_SIDE_PX, SMALL_IMAGE_SIDE_PX } from "../rules/image-types";

/** Of 1. */
const ENCODER_QUALITY = 0.85;

export interface ImageSizes {
  large: File;
  small: File | null;
}

/** Drawings are below it at these sizes, photographs far above. */
const MAX_PNG_BYTES = 200 * 1024;

/**
 * The two sizes to upload, as WebP (PNG or JPEG where the browser can't encode that), without metadata.
 * `small` is null where it would not be smaller than `large` nor is needed for wallets, or the image
 * can't be decoded. A GIF stays as it is, with its first frame as small size.
 */
export async function makeSizes(file: File): Promise<ImageSizes> {
  const isVector = file.type === "image/svg+xml";
  const bitmap = isVector ? null : await createImageBitmap(file).catch(() => null);
  if (!bitmap) return { large: file, small: null };
  const fits = Math.max(bitmap.width, bitmap.height) <= LARGE_IMAGE_SIDE_PX;
  const reduced =
    file.type === "image/gif" ? null : await resize(bitmap, LARGE_IMAGE_SIDE_PX, file.name);
  const small = await resize(bitmap, SMALL_IMAGE_SIDE_PX, file.name);
  bitmap.close();
  const large = !reduced || (fits && reduced.size >= file.size) ? file : reduced;
  const isUsed = small && (small.size < large.size || (isIcon(small) && !isIcon(large)));
  return { large, small: isUsed ? small : null };
}

/** Wallets take icons of these types. */
const isIcon = ({ type }: File) => (ICON_TYPES as readonly string[]).includes(type);

/** The image with sides of at most `maxSidePx`; null where it can't be encoded. */
async function resize(bitmap: ImageBitmap, maxSidePx: number, name: string): Promise<File | null> {
  const scale = Math.min(1, maxSidePx / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const blob = await encode(canvas);
  if (!blob) return null;
  const extension = blob.type.slice("image/".length);
  return new File([blob], `${name.replace(/\.[^.]*$/, "")}.${extension}`, { type: blob.type });
}

/** A browser that can't encode WebP returns a PNG. */
async function encode(canvas: HTMLCanvasElement): Promise<Blob | null> {
  const encodeAs = (type: string) =>
    new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, ENCODER_QUALITY));
  const webp = await encodeAs("image/webp");
  const isKept = webp && (webp.type === "image/webp" || webp.size <= MAX_PNG_BYTES);
  return isKept ? webp : encodeAs("image/jpeg");
}
