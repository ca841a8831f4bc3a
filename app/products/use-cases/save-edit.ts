import type { ProductChange } from "../../../db/products/preparing";
import type { Presentations } from "../../../db/products/presentations";
import type { Products } from "../../../db/products/products";
import { cleanText } from "../../lib/clean-text";
import type { Log } from "../../lib/log";
import type { Clock, Ids } from "../../lib/ports";
import type { StorageSettings } from "../ports";
import type { DescriptionFormat } from "../rules/description";
import type { ProductImageSlot } from "../rules/file-names";
import { type FocusPoint, focusColumns, focusOf } from "../rules/focus-point";
import { coverIn, firstPictureIn, NO_IMAGE, type StoredImage } from "../rules/pictures";
import type { Product } from "../rules/product";
import type { ProductTerms } from "../rules/product-form";
import { discardUnlessKept, type StoringDeps } from "./discard-unless-kept";
import {
  checkImageChange,
  coverColumns,
  firstPictureColumns,
  type ImageChange,
  NO_SHARE_IMAGE,
  removeUnusedImages,
  storeProductImage,
} from "./images";
import { checkShareImage, storeShareImage } from "./share-image";

/** What a form makes of a product or draft. */
export interface ProductEdit {
  terms: ProductTerms;
  cover: ImageChange;
  image: ImageChange;
  /** Of the cover; null to keep the point of a cover that stays, and for the middle of a new one. */
  focus: FocusPoint | null;
  /** The picture of shared links; null without script. */
  shareImage: ArrayBuffer | null;
}

export type SaveEditDeps = StoringDeps & {
  clock: Clock;
  log: Log;
  ids: Ids;
  settings: StorageSettings;
  products: Pick<Products, "byId">;
  presentations: Pick<Presentations, "ofProduct" | "replacePictures">;
};

type StoreDeps = Omit<SaveEditDeps, "log" | "products" | "presentations">;

/**
 * Stores the images of an edit, writes it by `write` and removes those that the product has no more. Null where
 * `write` returns null: nothing was saved then. Throws the errors of `checkImage` and `storeImage`.
 */
export async function saveEdit<Result>(
  product: Product,
  edit: ProductEdit,
  write: (change: ProductChange) => Promise<Result | null>,
  deps: SaveEditDeps,
): Promise<{ result: Result; change: ProductChange } | null> {
  const saved = await discardUnlessKept(
    deps,
    async (storing) => {
      const change = await changeOf(product, edit, { ...deps, ...storing });
      const result = await write(change);
      return result === null ? null : { result, change };
    },
    async ({ images }) => {
      const now = await deps.products.byId(product.id);
      return now !== null && keysOf(now).some((key) => images.includes(key));
    },
  );
  if (!saved) return null;
  if (edit.image === "remove") await moveUpPictures(product, deps);
  const kept = keysOf({ ...product, ...saved.change });
  await removeUnusedImages(
    keysOf(product).filter((key) => !kept.includes(key)),
    deps,
  );
  return saved;
}

/** The second picture becomes the first, where there is one. Another window may have put them in order meanwhile. */
async function moveUpPictures(product: Product, { presentations }: SaveEditDeps): Promise<void> {
  const { pictures } = await presentations.ofProduct(product.id);
  if (pictures.length === 0) return;
  const ids = pictures.map(({ mediaId }) => mediaId);
  await presentations.replacePictures(product, ids, pictures);
}

/** The columns of the edit, with its images stored. */
async function changeOf(
  product: Product,
  edit: ProductEdit,
  deps: StoreDeps,
): Promise<ProductChange> {
  const { cover, image } = await storeChanges(product, edit, deps);
  const share = await changeShareImage(product, edit, deps);
  return {
    ...edit.terms,
    descriptionFormat: formatAfter(product, edit.terms),
    ...coverColumns({ cover, share, focus: focusAfter(product, edit) }),
    // The list of pictures may change meanwhile: one that stays is not written.
    ...(edit.image && firstPictureColumns(image)),
  };
}

/** Plain text stays so until its seller changes it: saving something else does not change how it looks. */
function formatAfter(product: Product, { description }: ProductTerms): DescriptionFormat {
  return description === cleanText(product.description) ? product.descriptionFormat : "markdown";
}

type ImageKeys = Pick<Product, "coverKey" | "imageKey" | "shareKey">;

function keysOf({ coverKey, imageKey, shareKey }: ImageKeys): string[] {
  return [coverKey, imageKey, shareKey];
}

function focusAfter(product: Product, { cover, focus }: ProductEdit): FocusPoint | null {
  return focus ?? (cover === null ? focusOf(product) : null);
}

/** Without a new picture, one that shows an earlier title, price or part of the cover is removed. */
async function changeShareImage(product: Product, edit: ProductEdit, deps: StoreDeps) {
  const { id: productId, ownerUid: uid, shareKey, shareMediaId } = product;
  const drawn = checkShareImage(edit.shareImage);
  if (drawn) return storeShareImage({ uid, productId }, drawn, deps);
  const { title, priceLamports, isPriceChosen } = edit.terms;
  const { coverFocusX, coverFocusY } = focusColumns(focusAfter(product, edit));
  const isCurrent =
    edit.cover === null &&
    coverFocusX === product.coverFocusX &&
    coverFocusY === product.coverFocusY &&
    title === product.title &&
    priceLamports === product.priceLamports &&
    isPriceChosen === product.isPriceChosen;
  return isCurrent ? { shareKey, shareMediaId } : NO_SHARE_IMAGE;
}

/** Stores the new images, after both are checked. */
async function storeChanges(product: Product, edit: ProductEdit, deps: StoreDeps) {
  const changes = {
    cover: checkImageChange("cover", edit.cover),
    image: checkImageChange("image", edit.image),
  };
  const store = async (slot: ProductImageSlot, current: StoredImage): Promise<StoredImage> => {
    const change = changes[slot];
    if (change === null) return current;
    if (change === "remove") return NO_IMAGE;
    const owner = { uid: product.ownerUid, productId: product.id };
    return storeProductImage(owner, slot, change, deps, deps.ids.short());
  };
  const [cover, image] = await Promise.all([
    store("cover", coverIn(product)),
    store("image", firstPictureIn(product)),
  ]);
  return { cover, image };
}
