import type { Products } from "../../../db/products/products";
import type { ProtectedFiles } from "../../../db/products/protected-files";
import type { Releases } from "../../../db/products/releases";
import { Problem } from "../../lib/problem";
import { draftKeptUntil, MAX_LISTED_DRAFTS, type ShownDraft, shownDraft } from "../rules/draft";
import { draftFieldsOf } from "../rules/draft-fields";
import type { Product } from "../rules/product";
import type { ProductFields } from "../rules/product-fields";
import { hasArrived, type PreparedRelease } from "../rules/release";
import { ownProductOrDraft } from "./ownership";

/** The drafts of this user, the last saved first. */
export async function listDrafts(
  { uid }: { uid: string },
  { protectedFiles }: { protectedFiles: Pick<ProtectedFiles, "drafts"> },
): Promise<ShownDraft[]> {
  return (await protectedFiles.drafts(uid, MAX_LISTED_DRAFTS)).map(shownDraft);
}

export interface ReadDraftDeps {
  products: Pick<Products, "byId">;
  releases: Pick<Releases, "inPreparation">;
}

export interface StoredDraft {
  product: Product;
  /** Of its form, as typed. */
  fields: ProductFields;
  /** Null where it has no file. */
  release: PreparedRelease | null;
  /** It has files, and all parts of them have arrived. */
  isWhole: boolean;
  /** When it is removed, unless it is saved before (epoch ms). */
  keptUntil: number;
}

/**
 * A draft of this user with its uploads; `published` once it is a product. Throws `not_found`, also for
 * another user's draft.
 */
export async function readDraft(
  input: { uid: string; productId: string },
  deps: ReadDraftDeps,
): Promise<StoredDraft | "published"> {
  const product = await ownProductOrDraft(input, deps);
  if (product.status !== "draft") return "published";
  const release = await deps.releases.inPreparation(product.id);
  const hasFields = product.draftFields !== null;
  if (!release && !hasFields) throw new Problem("not_found");
  const files = release?.files ?? [];
  const isEmpty = files.every(({ received }) => received.length === 0);
  return {
    product,
    fields: draftFieldsOf(product),
    release,
    isWhole: files.length > 0 && files.every(hasArrived),
    keptUntil: draftKeptUntil({
      hasFields,
      updatedAt: product.updatedAt,
      createdAt: Math.min(...files.map((file) => file.createdAt)),
      receivedBytes: isEmpty ? 0 : 1,
    }),
  };
}
