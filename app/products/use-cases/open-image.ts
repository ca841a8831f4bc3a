import type { Media } from "../../../db/products/media";
import { IMAGE_TYPES } from "../../images/rules/image-types";
import { Problem } from "../../lib/problem";
import type { Buyers, FileStore, ReadOptions, ReadResult, StoredObject } from "../ports";
import type { ServedImage } from "../rules/product";

/** A stored image of which nothing was read yet. `head` and `read` throw `not_found` without one. */
export interface OpenedImage {
  /** False where only buyers of the product may see it. */
  isPublic: boolean;
  head(): Promise<StoredObject>;
  read(options: ReadOptions): Promise<ReadResult>;
}

/**
 * An image by its public id. Throws `not_found`, also where the owner's account was deleted and the
 * viewer did not buy the product.
 *
 * @param viewerUid reads the session; called for images of deleted accounts only
 */
export async function openImage(
  { id, viewerUid }: { id: string; viewerUid: () => Promise<string | null> },
  deps: { files: Pick<FileStore, "head" | "read">; media: Pick<Media, "find">; buyers: Buyers },
): Promise<OpenedImage> {
  const image = await deps.media.find(id);
  if (!image || !(image.isPublic || (await isBuyer(image, viewerUid, deps)))) {
    throw new Problem("not_found");
  }
  const { key, isPublic } = image;
  return {
    isPublic,
    async head() {
      const object = await deps.files.head(key);
      if (!object || !isImage(object)) throw new Problem("not_found");
      return object;
    },
    async read(options) {
      const result = await deps.files.read(key, options);
      if (result && isImage(result.object)) return result;
      if (result?.kind === "body") await result.body.cancel();
      throw new Problem("not_found");
    },
  };
}

function isImage({ contentType }: StoredObject): boolean {
  return IMAGE_TYPES.some((type) => type === contentType);
}

async function isBuyer(
  { productId }: ServedImage,
  viewerUid: () => Promise<string | null>,
  { buyers }: { buyers: Buyers },
): Promise<boolean> {
  const uid = productId === null ? null : await viewerUid();
  return uid !== null && productId !== null && (await buyers.includes(uid, productId));
}
