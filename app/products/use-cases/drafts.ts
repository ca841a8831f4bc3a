import type { Products } from "../../../db/products/products";
import type { ProtectedFiles } from "../../../db/products/protected-files";
import type { Releases } from "../../../db/products/releases";
import { Problem } from "../../lib/problem";
import { type ShownDraft, shownDraft } from "../rules/draft";
import type { Product } from "../rules/product";
import { hasArrived, type PreparedRelease } from "../rules/release";
import { MAX_UNFINISHED_UPLOADS } from "../rules/upload";
import { completeUpload } from "./complete-upload";
import { ownProductOrDraft } from "./ownership";

/** The drafts of this user, newest first. */
export async function listDrafts(
  { uid }: { uid: string },
  { protectedFiles }: { protectedFiles: Pick<ProtectedFiles, "drafts"> },
): Promise<ShownDraft[]> {
  return (await protectedFiles.drafts(uid, MAX_UNFINISHED_UPLOADS)).map(shownDraft);
}

interface ReadDeps {
  products: Pick<Products, "byId">;
  releases: Pick<Releases, "inPreparation">;
}

interface StoredDraft {
  product: Product;
  release: PreparedRelease;
  /** When its uploads began. Epoch ms. */
  createdAt: number;
  /** All parts of its files have arrived. */
  isWhole: boolean;
}

/**
 * A draft of this user with its uploads; `published` once it is a product. Throws `not_found`, also for
 * another user's draft.
 */
export async function readDraft(
  input: { uid: string; productId: string },
  deps: ReadDeps,
): Promise<StoredDraft | "published"> {
  const product = await ownProductOrDraft(input, deps);
  if (product.status !== "draft") return "published";
  const release = await deps.releases.inPreparation(product.id);
  if (!release) throw new Problem("not_found");
  const { files } = release;
  const createdAt = Math.min(...files.map((file) => file.createdAt));
  return { product, release, createdAt, isWhole: files.every(hasArrived) };
}

/**
 * Puts a draft on sale as it was shown at `updatedAt` (epoch ms). One that is on sale already stays as it
 * is. Throws `conflict` where it was changed since, and the errors of `completeUpload`.
 */
export async function publishDraft(
  { uid, productId, updatedAt }: { uid: string; productId: string; updatedAt: number },
  deps: ReadDeps & Parameters<typeof completeUpload>[1],
): Promise<void> {
  const draft = await readDraft({ uid, productId }, deps);
  if (draft === "published") return;
  if (draft.product.updatedAt !== updatedAt) throw new Problem("conflict");
  for (const { key } of draft.release.files) await completeUpload({ uid, key }, deps);
}
