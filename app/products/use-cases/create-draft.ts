import type { NewProduct } from "../../../db/products/preparing";
import type { Products } from "../../../db/products/products";
import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { MAX_DRAFTS } from "../rules/draft";
import { draftTermsOf } from "../rules/draft-fields";
import { newProductId } from "../rules/new-product-id";
import { NO_IMAGE } from "../rules/pictures";
import type { Product } from "../rules/product";
import type { ProductFields } from "../rules/product-fields";
import { imageColumns } from "./images";

interface Input {
  uid: string;
  /** As typed. */
  fields: ProductFields;
  /** Of the browser, for all attempts at one draft; null without retries. */
  requestId: string | null;
}

interface Deps {
  clock: Clock;
  ids: Pick<Ids, "short">;
  products: Pick<Products, "byId" | "insertDraftWithFields" | "countDrafts">;
}

/** A draft as its page goes on with it. */
export type CreatedDraft = { productId: string } & Pick<Product, "updatedAt">;

/**
 * Makes a draft without files of a form as it was typed. A repeated `requestId` of a seller returns the draft that it
 * has made. Throws `conflict` where the account has too many drafts, or the draft was put on sale since.
 */
export async function createDraft(
  { uid, fields, requestId }: Input,
  deps: Deps,
): Promise<CreatedDraft> {
  const id = requestId ? await newProductId(uid, requestId) : deps.ids.short();
  const made = requestId && (await findMade(id, deps));
  if (made) return made;
  const at = deps.clock.now();
  const draft = newDraft({ id, ownerUid: uid, fields, at }, imageColumns(NO_IMAGES));
  if (await deps.products.insertDraftWithFields(draft, MAX_DRAFTS))
    return { productId: id, updatedAt: at };
  // The same request may have made it since.
  const other = requestId && (await findMade(id, deps));
  if (other) return other;
  throw (await findDraftsProblem(uid, deps)) ?? new Problem("conflict");
}

/** Why an account can't have another draft; null where it can. The insert decides. */
export async function findDraftsProblem(
  uid: string,
  { products }: { products: Pick<Products, "countDrafts"> },
): Promise<Problem | null> {
  if ((await products.countDrafts(uid)) < MAX_DRAFTS) return null;
  return new Problem("conflict", { messageKey: "drafts_full", params: { max: MAX_DRAFTS } });
}

const NO_IMAGES = { cover: NO_IMAGE, image: NO_IMAGE };

/** The row of a draft with fields. Its images are stored. */
export function newDraft(
  { id, ownerUid, fields, at }: { id: string; ownerUid: string; fields: ProductFields; at: number },
  images: ReturnType<typeof imageColumns>,
): NewProduct {
  return {
    ...draftTermsOf(fields),
    descriptionFormat: "markdown",
    id,
    ownerUid,
    ...images,
    releaseId: null,
    productFileName: "",
    status: "draft",
    draftFields: JSON.stringify(fields),
    createdAt: at,
    updatedAt: at,
  };
}

async function findMade(
  id: string,
  { products }: { products: Pick<Products, "byId"> },
): Promise<CreatedDraft | null> {
  const product = await products.byId(id);
  if (!product) return null;
  if (product.status !== "draft") throw new Problem("conflict", { messageKey: "upload_published" });
  return { productId: id, updatedAt: product.updatedAt };
}
