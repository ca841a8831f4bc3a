import { Problem } from "../../lib/problem";
import type { FileStore } from "../ports";
import { IMAGE_TYPES } from "../rules/images";

/**
 * A cover or a second image by its key. Throws `not_found` for every other key: the products' own
 * files lie in the same store and leave it only by a download token.
 */
export async function readImage(key: string, deps: { files: Pick<FileStore, "get"> }) {
  if (!key.startsWith("files/")) throw new Problem("not_found");
  const object = await deps.files.get(key);
  if (object && IMAGE_TYPES.some((type) => type === object.contentType)) return object;
  await object?.body.cancel();
  throw new Problem("not_found");
}
