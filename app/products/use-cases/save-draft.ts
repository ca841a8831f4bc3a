import type { Products } from "../../../db/products/products";
import { Problem } from "../../lib/problem";
import { mediaUrl } from "../rules/cover";
import { draftFocusOf, draftTermsOf } from "../rules/draft-fields";
import type { Product } from "../rules/product";
import type { ProductFields } from "../rules/product-fields";
import type { ImageChange } from "./images";
import { ownProductOrDraft } from "./ownership";
import { type SaveEditDeps, saveEdit } from "./save-edit";

interface Input {
  uid: string;
  productId: string;
  /** Epoch ms of the version that the form was filled from. */
  updatedAt: number;
  /** As typed. */
  fields: ProductFields;
  cover: ImageChange;
  image: ImageChange;
}

type Deps = SaveEditDeps & { products: Pick<Products, "saveDraft"> };

/** A draft as it was saved. */
export interface SavedDraft {
  /** Epoch ms. */
  updatedAt: number;
  /** Addresses of its images; empty if absent. */
  images: { cover: string; image: string };
}

/**
 * Saves the form of a draft as typed, valid or not; from then on the draft goes on sale by an act of its seller alone. A
 * repeated request changes nothing. Throws `conflict` where the draft was saved or put on sale since the form was
 * filled, and the errors of `checkImage` and `storeImage`.
 */
export async function saveDraft(
  { uid, productId, updatedAt, fields, cover, image }: Input,
  deps: Deps,
): Promise<SavedDraft> {
  const product = await ownProductOrDraft({ uid, productId }, deps);
  const changesImage = cover !== null || image !== null;
  if (!changesImage && product.draftFields === JSON.stringify(fields)) return savedOf(product);
  if (product.status !== "draft" || product.updatedAt !== updatedAt) throw new Problem("conflict");
  const terms = draftTermsOf(fields);
  const edit = { terms, cover, image, focus: draftFocusOf(fields), shareImage: null };
  const saved = await saveEdit(
    product,
    edit,
    (change) => deps.products.saveDraft(product, change, fields, deps.clock.now()),
    deps,
  );
  if (!saved) throw new Problem("conflict");
  return savedOf({ ...product, ...saved.change, updatedAt: saved.result });
}

function savedOf(
  product: Pick<Product, "updatedAt" | "coverMediaId" | "imageMediaId">,
): SavedDraft {
  const { updatedAt, coverMediaId, imageMediaId } = product;
  return { updatedAt, images: { cover: mediaUrl(coverMediaId), image: mediaUrl(imageMediaId) } };
}
