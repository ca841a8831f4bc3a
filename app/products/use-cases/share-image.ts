import { type SanitizedImage, sanitizeImage } from "../../images/rules/sanitize-image";
import { SHARE_IMAGE_SIZE } from "../../lib/share-image";
import { shareImageKey } from "../rules/file-names";
import { MAX_SHARE_IMAGE_BYTES } from "../rules/share-image";
import { NO_SHARE_IMAGE, type ShareColumns, type StoreDeps, storeImage } from "./images";

/**
 * The picture of shared links without metadata; null for anything but a JPEG of its exact size and at
 * most `MAX_SHARE_IMAGE_BYTES`. It is an extra: a product is saved without it.
 */
export function checkShareImage(bytes: ArrayBuffer | null): SanitizedImage | null {
  if (!bytes || bytes.byteLength > MAX_SHARE_IMAGE_BYTES) return null;
  const image = sanitizeImage(new Uint8Array(bytes));
  if (typeof image === "string" || image.type !== "image/jpeg") return null;
  const { width, height } = SHARE_IMAGE_SIZE;
  return image.width === width && image.height === height ? image : null;
}

/** Stores a checked picture under a key of its own. Returns the columns of its product. */
export async function storeShareImage(
  { uid, productId }: { uid: string; productId: string },
  image: SanitizedImage | null,
  deps: StoreDeps,
): Promise<ShareColumns> {
  if (!image) return NO_SHARE_IMAGE;
  const shareKey = shareImageKey({ uid, productId }, deps.ids.short());
  const place = { key: shareKey, ownerUid: uid, productId };
  return { shareKey, shareMediaId: await storeImage(place, image, deps) };
}
