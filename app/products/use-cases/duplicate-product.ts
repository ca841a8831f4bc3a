import type { Products } from "../../../db/products/products";
import { MAX_IMAGE_BYTES } from "../../images/rules/image-types";
import { type SanitizedImage, sanitizeImage } from "../../images/rules/sanitize-image";
import type { Log } from "../../lib/log";
import { Problem } from "../../lib/problem";
import type { FileStore } from "../ports";
import { MAX_DRAFTS } from "../rules/draft";
import { draftFieldsOf, draftFocusOf } from "../rules/draft-fields";
import { imageFileName, type ProductImageSlot, smallImageKey } from "../rules/file-names";
import { NO_IMAGE } from "../rules/pictures";
import type { Product } from "../rules/product";
import { findDraftsProblem, newDraft } from "./create-draft";
import { discardUnlessKept, type StoringDeps } from "./discard-unless-kept";
import { type CheckedImage, imageColumns, type StoreDeps, storeProductImage } from "./images";
import { ownProductOrDraft } from "./ownership";

type Deps = StoringDeps &
  Omit<StoreDeps, "files" | "media"> & {
    log: Log;
    files: Pick<FileStore, "read">;
    products: Pick<Products, "byId" | "insertDraftWithFields" | "countDrafts">;
  };

/**
 * Makes a draft of the fields of a product or draft, with copies of its cover and second image and without files. An
 * image that can't be read is left out. Returns the id of the draft. Throws `not_found`, `conflict` where the
 * account has too many drafts, and `quota_exceeded` where it would store too much.
 */
export async function duplicateProduct(
  { uid, productId }: { uid: string; productId: string },
  deps: Deps,
): Promise<string> {
  const product = await ownProductOrDraft({ uid, productId }, deps);
  // Before anything is stored.
  const problem = await findDraftsProblem(uid, deps);
  if (problem) throw problem;
  const id = deps.ids.short();
  const images = {
    cover: await readProductImage(product.coverKey, deps),
    image: await readProductImage(product.imageKey, deps),
  };
  const isInserted = await discardUnlessKept(
    deps,
    async (storing) => (await insertCopy({ product, id, images }, { ...deps, ...storing })) || null,
    async () => (await deps.products.byId(id)) !== null,
  );
  if (isInserted) return id;
  throw (await findDraftsProblem(uid, deps)) ?? new Problem("conflict");
}

interface Copy {
  product: Product;
  id: string;
  images: Record<ProductImageSlot, CheckedImage | null>;
}

/** False where the write finds no room for another draft. */
async function insertCopy(
  { product, id, images }: Copy,
  deps: Omit<Deps, "files"> & StoringDeps,
): Promise<boolean> {
  const { ownerUid, descriptionFormat } = product;
  const fields = draftFieldsOf(product);
  const owner = { uid: ownerUid, productId: id };
  const store = (slot: ProductImageSlot, image: CheckedImage | null) =>
    image ? storeProductImage(owner, slot, image, deps) : NO_IMAGE;
  const [cover, image] = await Promise.all([
    store("cover", images.cover),
    store("image", images.image),
  ]);
  const columns = imageColumns({ cover, image, focus: draftFocusOf(fields) });
  const draft = newDraft({ id, ownerUid, fields, at: deps.clock.now() }, columns);
  return deps.products.insertDraftWithFields({ ...draft, descriptionFormat }, MAX_DRAFTS);
}

/** Both sizes of a stored image; null where there is none. */
async function readProductImage(key: string, deps: ReadDeps): Promise<CheckedImage | null> {
  const large = key && (await readImage(key, deps));
  if (!large) return null;
  const smallKey = smallImageKey(key);
  const small = smallKey === key ? null : await readImage(smallKey, deps);
  return { name: imageFileName(key), large, small };
}

interface ReadDeps {
  files: Pick<FileStore, "read">;
}

/** Null where there is none of this key, or nothing that is an image. */
async function readImage(key: string, { files }: ReadDeps): Promise<SanitizedImage | null> {
  const found = await files.read(key, {});
  if (found?.kind !== "body") return null;
  if (found.object.sizeBytes > MAX_IMAGE_BYTES) {
    await found.body.cancel();
    return null;
  }
  const image = sanitizeImage(new Uint8Array(await new Response(found.body).arrayBuffer()));
  return typeof image === "string" ? null : image;
}
