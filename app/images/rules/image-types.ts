/** Largest cover or second image. The browser reduces photographs to far less. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/** Longest side of the large size: twice the width at which a page shows it. */
export const LARGE_IMAGE_SIDE_PX = 1600;

/** Longest side of the small size: more than twice the width of a card, which has 275 px at most. */
export const SMALL_IMAGE_SIDE_PX = 640;

export const IMAGE_TYPES = [
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/gif",
  "image/avif",
] as const;
/** Those that wallets show: both their specifications refuse others. SVG is never stored. */
export const ICON_TYPES = ["image/png", "image/webp"] as const;

/** Largest image that wallets are given as icon. */
export const MAX_ICON_BYTES = 1024 * 1024;

export type ImageType = (typeof IMAGE_TYPES)[number];

/** Bytes that `detectImageType` reads. */
const HEAD_BYTES = 32;

/**
 * The media type of a file by its first bytes, regardless of its name and declared type; null unless
 * it is a PNG, JPEG, WebP, GIF or AVIF image. SVG and HTML can carry script and are refused.
 */
export function detectImageType(bytes: Uint8Array): ImageType | null {
  const head = bytes.subarray(0, HEAD_BYTES);
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "image/png";
  if (startsWith(head, [0xff, 0xd8, 0xff])) return "image/jpeg";
  const text = String.fromCharCode(...head);
  if (/^GIF8[79]a/.test(text)) return "image/gif";
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return "image/webp";
  // ISO base media file: the brands follow the box type, the major one first, then a version.
  const brands = [text.slice(8, 12), ...(text.slice(16).match(/.{4}/gs) ?? [])];
  if (text.slice(4, 8) === "ftyp" && brands.some((brand) => /^avi[fs]$/.test(brand)))
    return "image/avif";
  return null;
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}
