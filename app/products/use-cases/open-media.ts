import type { Media } from "../../../db/products/media";
import { IMAGE_TYPES } from "../../images/rules/image-types";
import { Problem } from "../../lib/problem";
import type { Buyers, FileStore, ReadOptions, ReadResult, StoredObject } from "../ports";
import type { ServedMedia } from "../rules/product";
import { SAMPLE_TYPES } from "../rules/sample";

/** A stored image or sample of which nothing was read yet. `head` and `read` throw `not_found` without one. */
export interface OpenedMedia {
  /** False where only buyers of the product may see it. */
  isPublic: boolean;
  head(): Promise<StoredObject>;
  read(options: ReadOptions): Promise<ReadResult>;
}

/**
 * An image or sample by its public id. Throws `not_found`, also where the owner's account was deleted and the
 * viewer did not buy the product.
 *
 * @param viewerUid reads the session; called for media of deleted accounts only
 */
export async function openMedia(
  { id, viewerUid }: { id: string; viewerUid: () => Promise<string | null> },
  deps: { files: Pick<FileStore, "head" | "read">; media: Pick<Media, "find">; buyers: Buyers },
): Promise<OpenedMedia> {
  const served = await deps.media.find(id);
  if (!served || !(served.isPublic || (await isBuyer(served, viewerUid, deps)))) {
    throw new Problem("not_found");
  }
  const { key, isPublic } = served;
  return {
    isPublic,
    async head() {
      const object = await deps.files.head(key);
      if (!object || !isServed(object)) throw new Problem("not_found");
      return object;
    },
    async read(options) {
      const result = await deps.files.read(key, options);
      if (result && isServed(result.object)) return result;
      if (result?.kind === "body") await result.body.cancel();
      throw new Problem("not_found");
    },
  };
}

const SERVED_TYPES: ReadonlySet<string> = new Set([...IMAGE_TYPES, ...SAMPLE_TYPES]);

/** By the type that the server found when it was stored. */
function isServed({ contentType }: StoredObject): boolean {
  return SERVED_TYPES.has(contentType);
}

async function isBuyer(
  { productId }: ServedMedia,
  viewerUid: () => Promise<string | null>,
  { buyers }: { buyers: Buyers },
): Promise<boolean> {
  const uid = productId === null ? null : await viewerUid();
  return uid !== null && productId !== null && (await buyers.includes(uid, productId));
}
