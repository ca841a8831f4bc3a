import type { Presentations } from "../../../db/products/presentations";
import type { Log } from "../../lib/log";
import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { StorageSettings } from "../ports";
import { MAX_PICTURES, type StoredImage } from "../rules/pictures";
import type { Product } from "../rules/product";
import { discardUnlessKept, type StoringDeps } from "./discard-unless-kept";
import {
  type CheckedImage,
  checkImage,
  type ImageUpload,
  removeUnusedImages,
  storeProductImage,
} from "./images";

interface Deps extends StoringDeps {
  log: Log;
  clock: Clock;
  ids: Pick<Ids, "short">;
  settings: StorageSettings;
  presentations: Pick<Presentations, "ofProduct" | "replacePictures">;
}

/** Other windows that may add a picture at the same time as this one. */
const MAX_ATTEMPTS = MAX_PICTURES;

/**
 * Adds a picture to the end of the list of a product or draft, and returns the list. Throws `conflict` where it has
 * `MAX_PICTURES`, and the errors of `checkImage`, for `picture`, and of `storeImage`.
 */
export async function addPicture(
  product: Product,
  upload: ImageUpload,
  deps: Deps,
): Promise<StoredImage[]> {
  const checked = checkImage("picture", upload);
  await readListWithRoom(product, deps);
  const pictures = await discardUnlessKept(
    deps,
    (storing) => append(product, checked, { ...deps, ...storing }),
    async ({ images }) => {
      const now = await deps.presentations.ofProduct(product.id);
      return now.pictures.some(({ key }) => images.includes(key));
    },
  );
  if (!pictures) throw new Problem("conflict");
  return pictures;
}

/** Null where other windows were faster each time, or the product is gone. */
async function append(
  product: Product,
  checked: CheckedImage,
  deps: Deps,
): Promise<StoredImage[] | null> {
  const owner = { uid: product.ownerUid, productId: product.id };
  const added = await storeProductImage(owner, "image", checked, deps, deps.ids.short());
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const before = await readListWithRoom(product, deps);
    const pictures = [...before, added];
    if (await deps.presentations.replacePictures(product, idsOf(before), pictures)) return pictures;
  }
  return null;
}

async function readListWithRoom({ id }: Product, deps: Deps): Promise<StoredImage[]> {
  const { pictures } = await deps.presentations.ofProduct(id);
  if (pictures.length < MAX_PICTURES) return pictures;
  const params = { max: MAX_PICTURES };
  throw new Problem("conflict", { messageKey: "pictures_full", params, field: "picture" });
}

export interface Arrangement {
  /** Public ids in the order to be; those of `shown` that it lacks are removed. */
  pictures: readonly string[];
  /** The list that the page shows. */
  shown: readonly string[];
}

/**
 * Puts the pictures of a product or draft in order, removes those that are left out, and returns the list. Throws
 * `invalid_input` for a picture that is named twice or that the page does not show, and `conflict` where the list
 * is another one than the page shows. May be repeated.
 */
export async function arrangePictures(
  product: Product,
  { pictures, shown }: Arrangement,
  deps: Pick<Deps, "presentations" | "files" | "media" | "log">,
): Promise<StoredImage[]> {
  const isPossible =
    new Set(pictures).size === pictures.length && pictures.every((id) => shown.includes(id));
  if (!isPossible) throw new Problem("invalid_input", { field: "pictures" });
  const { pictures: before } = await deps.presentations.ofProduct(product.id);
  // A repeated request, whose first answer was lost.
  if (sameIds(idsOf(before), pictures)) return before;
  const byId = new Map(before.map((picture) => [picture.mediaId, picture]));
  const arranged = pictures.flatMap((id) => byId.get(id) ?? []);
  if (arranged.length < pictures.length) throw staleList();
  if (!(await deps.presentations.replacePictures(product, shown, arranged))) throw staleList();
  const removed = before.filter((picture) => !arranged.includes(picture));
  await removeUnusedImages(
    removed.map(({ key }) => key),
    deps,
  );
  return arranged;
}

const staleList = () => new Problem("conflict", { messageKey: "pictures_changed" });

const sameIds = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id, at) => id === other[at]);

const idsOf = (pictures: readonly StoredImage[]) => pictures.map(({ mediaId }) => mediaId);
