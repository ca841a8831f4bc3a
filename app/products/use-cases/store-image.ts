import { Problem } from "../../lib/problem";
import type { FileStore } from "../ports";
import { cleanFileName, type ImageSlot, imageKey } from "../rules/file-names";
import { MAX_IMAGE_BYTES, sniffImage } from "../rules/images";

export interface ImageUpload {
  name: string;
  bytes: ArrayBuffer;
}

/** Throws `invalid_input` for what is no picture by its first bytes, or too big. */
export function checkImage(slot: ImageSlot, { bytes }: ImageUpload): string {
  if (bytes.byteLength > MAX_IMAGE_BYTES) {
    const params = { megabytes: MAX_IMAGE_BYTES / (1024 * 1024) };
    throw new Problem("invalid_input", { words: "image_too_large", params, field: slot });
  }
  const type = sniffImage(new Uint8Array(bytes));
  if (!type) throw new Problem("invalid_input", { words: "image_unreadable", field: slot });
  return type;
}

/**
 * Keeps a cover or second image; its key comes back. A replacement has a `version`, since answers
 * for a key are cached for ever.
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
