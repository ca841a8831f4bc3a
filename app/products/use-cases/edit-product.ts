import type { Products } from "../../../db/products/products";
import { cleanText } from "../../lib/clean-text";
import type { Log } from "../../lib/log";
import type { Clock, Ids, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Chain } from "../../solana/chain";
import type { FreeOffers, StorageSettings } from "../ports";
import type { DescriptionFormat } from "../rules/description";
import type { ProductImageSlot } from "../rules/file-names";
import { type FocusPoint, focusColumns, focusOf } from "../rules/focus-point";
import type { Product } from "../rules/product";
import type { ProductTerms } from "../rules/product-form";
import { checkFreeOffer } from "./check-free-offer";
import { checkPayout, type Seller } from "./check-payout";
import { discardUnlessKept, type StoringDeps } from "./discard-unless-kept";
import {
  checkImageChange,
  type ImageChange,
  imageColumns,
  NO_IMAGE,
  NO_SHARE_IMAGE,
  removeUnusedImages,
  type StoredImage,
  storeProductImage,
} from "./images";
import { ownProductOrDraft } from "./ownership";
import { checkShareImage, storeShareImage } from "./share-image";

export interface ProductEdit {
  productId: string;
  /** Epoch ms of the version that the form was filled from. */
  updatedAt: number;
  terms: ProductTerms;
  cover: ImageChange;
  image: ImageChange;
  /** Of the cover; null to keep the point of a cover that stays, and for the middle of a new one. */
  focus: FocusPoint | null;
  /** The picture of shared links; null without script. */
  shareImage: ArrayBuffer | null;
}

type Deps = StoringDeps & { clock: Clock; log: Log; ids: Ids } & {
  settings: StorageSettings & Pick<Settings, "feeBps">;
  chain: Pick<Chain, "accounts" | "rentMinimum">;
  products: Pick<Products, "byId" | "update" | "hasRecipient">;
  grants: FreeOffers;
};

/**
 * Saves a seller's changes of a product or draft. Throws `conflict` where the product was saved since the form was opened,
 * `invalid_input` where the limit would be below the units sold or held, and the errors of
 * `checkImage`, `storeImage` and `checkPayout`.
 */
export async function editProduct(
  { seller, ...edit }: ProductEdit & { seller: Seller },
  deps: Deps,
): Promise<void> {
  const product = await ownProductOrDraft({ uid: seller.uid, productId: edit.productId }, deps);
  if (product.updatedAt !== edit.updatedAt) throw new Problem("conflict");
  checkStock(product, edit.terms);
  if (!product.isFree) await checkFreeOffer({ seller, terms: edit.terms }, deps);
  await checkPayout({ seller, payout: edit.terms, stored: product }, deps);

  const kept = await discardUnlessKept(
    deps,
    (storing) => save(product, edit, { ...deps, ...storing }),
    async ({ images }) => {
      const now = await deps.products.byId(product.id);
      return now !== null && keysOf(now).some((key) => images.includes(key));
    },
  );
  if (!kept) throw await reasonNotSaved(product, edit.terms, deps);
  const unused = keysOf(product).filter((key) => !kept.includes(key));
  await removeUnusedImages(unused, deps);
}

/** The keys of the product's images then; null where it was not saved. */
async function save(product: Product, edit: ProductEdit, deps: Deps): Promise<string[] | null> {
  const images = imageColumns({
    ...(await storeChanges(product, edit, deps)),
    share: await changeShareImage(product, edit, deps),
    focus: focusAfter(product, edit),
  });
  const { id, ownerUid, updatedAt } = product;
  const descriptionFormat = formatAfter(product, edit.terms);
  const change = { ...edit.terms, descriptionFormat, ...images };
  const saved = await deps.products.update({ id, ownerUid, updatedAt }, change, deps.clock.now());
  return saved ? keysOf(images) : null;
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
async function changeShareImage(product: Product, edit: ProductEdit, deps: Deps) {
  const { id: productId, ownerUid: uid, shareKey, shareMediaId } = product;
  const drawn = checkShareImage(edit.shareImage);
  if (drawn) return storeShareImage({ uid, productId }, drawn, deps);
  const { title, priceLamports } = edit.terms;
  const { coverFocusX, coverFocusY } = focusColumns(focusAfter(product, edit));
  const isCurrent =
    edit.cover === null &&
    coverFocusX === product.coverFocusX &&
    coverFocusY === product.coverFocusY &&
    title === product.title &&
    priceLamports === product.priceLamports;
  return isCurrent ? { shareKey, shareMediaId } : NO_SHARE_IMAGE;
}

function checkStock({ sold, held }: Product, { saleLimit }: ProductTerms): void {
  const units = sold + held;
  if (saleLimit === null || units <= saleLimit) return;
  const params = { units };
  throw new Problem("invalid_input", {
    messageKey: "sale_limit_below_sold",
    params,
    field: "saleLimit",
  });
}

/** Stores the new images, after both are checked. */
async function storeChanges(product: Product, edit: ProductEdit, deps: Deps) {
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
    store("cover", {
      key: product.coverKey,
      mediaId: product.coverMediaId,
      smallMediaId: product.coverSmallMediaId,
      width: product.coverWidth,
      smallWidth: product.coverSmallWidth,
      shownWidth: product.coverShownWidth,
      shownHeight: product.coverShownHeight,
    }),
    store("image", {
      key: product.imageKey,
      mediaId: product.imageMediaId,
      smallMediaId: product.imageSmallMediaId,
      width: product.imageWidth,
      smallWidth: product.imageSmallWidth,
      shownWidth: product.imageShownWidth,
      shownHeight: product.imageShownHeight,
    }),
  ]);
  return { cover, image };
}

/** A sale may have happened between the read and the write. */
async function reasonNotSaved(product: Product, terms: ProductTerms, deps: Deps) {
  const now = await deps.products.byId(product.id);
  if (now && now.updatedAt === product.updatedAt) checkStock(now, terms);
  return new Problem("conflict");
}

/** Disables products or activates them again. Throws `not_found` where none of them is this user's. */
export async function setProductStatus(
  input: { uid: string; productIds: readonly string[]; status: "active" | "disabled" },
  deps: { clock: Clock } & { products: Pick<Products, "setStatus"> },
): Promise<void> {
  const { uid, productIds, status } = input;
  const changed = await deps.products.setStatus(productIds, uid, status, deps.clock.now());
  if (!changed) throw new Problem("not_found");
}
