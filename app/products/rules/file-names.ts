// @chunk files
import { cleanLine } from "../../lib/clean-text";

/** In UTF-16 units: with its prefix, a name stays below the 1,024 bytes of an R2 key. */
export const MAX_FILE_NAME_CHARS = 180;

/** A seller's file name, safe as the last segment of a path and as the name of a download. */
export function cleanFileName(name: string): string {
  const last = cleanLine(name).split(/[\\/]/).at(-1) ?? "";
  const trimmed = last.replace(/^[\s.]+|[\s.]+$/g, "");
  return shorten(trimmed).replace(/\p{Surrogate}/gu, "") || "file";
}

/** File store keys of images and samples start with it. */
export const IMAGE_PREFIX = "files/";
/** File store keys of products' files start with it; those are served only by download token. */
export const PROTECTED_PREFIX = "protectedFiles/";

/** The key of a protected file's record: the characters . # $ [ ] become underscores. */
export function protectedFileKey(uniqueId: string, fileName: string): string {
  return `${uniqueId}_${fileName}`.replace(/[.#$[\]]/g, "_");
}

/** File store key of a product's file. */
export function protectedStoragePath(uniqueId: string, fileName: string): string {
  return `${PROTECTED_PREFIX}${uniqueId}_${fileName}`;
}

export type ProductImageSlot = "cover" | "image";
export type PageImageSlot = "banner" | "logo";
export type ImageSlot = ProductImageSlot | PageImageSlot;

/** Names of the checkboxes that remove an image. */
export const REMOVE_FIELDS = {
  cover: "removeCover",
  image: "removeImage",
  banner: "removeBanner",
  logo: "removeLogo",
} as const satisfies Record<ImageSlot, string>;

/** Folder of the images of a seller's public page; product ids are longer. */
export const PAGE_FOLDER = "page";

/**
 * File store key of an image of a product or of a seller's page. Responses are cached as immutable,
 * so a replacement has its own `version` and thus its own key.
 *
 * @param owner.folder the product's id, or `PAGE_FOLDER`
 */
export function imageKey(
  owner: { uid: string; folder: string },
  slot: ImageSlot,
  fileName: string,
  version = "",
): string {
  return `${IMAGE_PREFIX}${owner.uid}/${owner.folder}/${slot}_${version && `${version}-`}${fileName}`;
}

/** File store key of the picture of shared links, which is drawn again with each edit. */
export function shareImageKey(
  { uid, productId }: { uid: string; productId: string },
  version: string,
): string {
  return `${IMAGE_PREFIX}${uid}/${productId}/share_${version}.jpg`;
}

/** File store key of a sample. Each upload has its own `version`. */
export function sampleKey(
  { uid, productId }: { uid: string; productId: string },
  fileName: string,
  version: string,
): string {
  return `${IMAGE_PREFIX}${uid}/${productId}/sample_${version}-${fileName}`;
}

/** File store key of the small size of a product's image. Other keys are returned unchanged. */
export function smallImageKey(key: string): string {
  return key.replace(/^(files\/[^/]+\/[^/]+\/[a-z]+)_/, "$1Small_");
}

/** File store key of the large size of an image, of which this is the key of one size. */
export function largeImageKey(key: string): string {
  return key.replace(/^(files\/[^/]+\/[^/]+\/[a-z]+)Small_/, "$1_");
}

/** The name that an image's key has for its file. */
export function imageFileName(key: string): string {
  return (key.split("/").at(-1) ?? "").replace(/^[a-z]+_/, "");
}

/** Shortens a name and keeps its extension. */
function shorten(name: string): string {
  if (name.length <= MAX_FILE_NAME_CHARS) return name;
  const extension = /\.[^.]{1,12}$/.exec(name)?.[0] ?? "";
  return name.slice(0, MAX_FILE_NAME_CHARS - extension.length) + extension;
}
