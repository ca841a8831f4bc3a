import type { Presentations } from "../../../db/products/presentations";
import type { Products } from "../../../db/products/products";
import type { Log } from "../../lib/log";
import { Problem } from "../../lib/problem";
import type { FileStore } from "../ports";
import { MAX_DRAFTS } from "../rules/draft";
import { draftFieldsOf, draftFocusOf } from "../rules/draft-fields";
import { NO_IMAGE } from "../rules/pictures";
import type { Product } from "../rules/product";
import { type CopyDeps, copyPresentation, copyProductImage } from "./copy-presentation";
import { findDraftsProblem, newDraft } from "./create-draft";
import { discardUnlessKept, type StoringDeps } from "./discard-unless-kept";
import { imageColumns, type StoreDeps } from "./images";
import { ownProductOrDraft } from "./ownership";

type Deps = StoringDeps &
  StoreDeps & {
    log: Log;
    files: Pick<FileStore, "read">;
    products: Pick<Products, "byId" | "insertDraftWithFields" | "countDrafts">;
    presentations: Pick<Presentations, "ofProduct">;
  };

/**
 * Makes a draft of the fields of a product or draft, with copies of its cover, its pictures and its sample and without
 * files. What can't be read is left out. Returns the id of the draft. Throws `not_found`, `conflict` where the account
 * has too many drafts, and `quota_exceeded` where it would store too much.
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
  const isInserted = await discardUnlessKept(
    deps,
    async (storing) => {
      const files = { ...deps.files, ...storing.files };
      return (await insertCopy(product, id, { ...deps, ...storing, files })) || null;
    },
    async () => (await deps.products.byId(id)) !== null,
  );
  if (isInserted) return id;
  throw (await findDraftsProblem(uid, deps)) ?? new Problem("conflict");
}

/** False where the write finds no room for another draft. */
async function insertCopy(product: Product, id: string, deps: Deps & CopyDeps): Promise<boolean> {
  const { ownerUid, descriptionFormat } = product;
  const fields = draftFieldsOf(product);
  const owner = { uid: ownerUid, productId: id };
  const original = await deps.presentations.ofProduct(product.id);
  const cover = await copyProductImage(product.coverKey, owner, "cover", deps);
  const copies = await copyPresentation(original, owner, deps);
  const [image = NO_IMAGE] = copies.pictures;
  const columns = imageColumns({ cover: cover ?? NO_IMAGE, image, focus: draftFocusOf(fields) });
  const draft = newDraft({ id, ownerUid, fields, at: deps.clock.now() }, columns);
  return deps.products.insertDraftWithFields({ ...draft, descriptionFormat }, MAX_DRAFTS, copies);
}
