import { Problem } from "../../lib/problem";
import type { FileStore } from "../ports";
import { cleanFileName, type ImageSlot, imageKey } from "../rules/file-names";
import { detectImageType, IMAGE_TYPES, MAX_IMAGE_BYTES } from "../rules/image-types";

export interface ImageUpload {
  name: string;
  bytes: ArrayBuffer;
}

/** The image's media type. Throws `invalid_input` if it is too large or not an image. */
export function checkImage(slot: ImageSlot, { bytes }: ImageUpload): string {
  if (bytes.byteLength > MAX_IMAGE_BYTES) {
    const params = { megabytes: MAX_IMAGE_BYTES / (1024 * 1024) };
    throw new Problem("invalid_input", { messageKey: "image_too_large", params, field: slot });
  }
  const type = detectImageType(new Uint8Array(bytes));
  if (!type) throw new Problem("invalid_input", { messageKey: "image_unreadable", field: slot });
  return type;
}

/**
 * Stores a cover or second image and returns its key. A replacement needs a `version`, since
 * responses are cached as immutable by key.
 */
export async function storeImage(
  owner: { uid: string; productId: string },
  slot: ImageSlot,
  image: ImageUpload,
  deps: { files: Pick<FileStore, "put"> },
  version = "",
): Promise<string> {
  const type = checkImage(slot, image);
  const key = imageKey(owner, slot, cleanFileName(image.name), version);
  await deps.files.put(key, image.bytes, type);
  return key;
}

/**
 * A stored cover or second image. Throws `not_found` for every other key: the same store has the
 * product files, which are served only by download token.
 */
export async function readImage(key: string, deps: { files: Pick<FileStore, "get"> }) {
  if (!key.startsWith("files/")) throw new Problem("not_found");
  const object = await deps.files.get(key);
  if (object && IMAGE_TYPES.some((type) => type === object.contentType)) return object;
  await object?.body.cancel();
  throw new Problem("not_found");
}
