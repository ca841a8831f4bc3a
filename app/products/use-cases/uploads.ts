import type { Media } from "../../../db/products/media";
import type { Presentations } from "../../../db/products/presentations";
import type { Products } from "../../../db/products/products";
import type { ProtectedFiles } from "../../../db/products/protected-files";
import { Problem } from "../../lib/problem";
import type { FileStore } from "../ports";
import type { ProtectedFile } from "../rules/product";
import { type UploadState, uploadStateOf } from "../rules/upload";
import { mediaKeysOf, removeImages } from "./images";
import { ownUpload } from "./ownership";

/** The progress of an upload, to resume it. Throws `expired` once it is complete or replaced. */
export async function readUpload(
  input: { uid: string; key: string },
  deps: { protectedFiles: Pick<ProtectedFiles, "byKey" | "parts"> },
): Promise<UploadState> {
  const file = await ownUpload(input, deps);
  if (file.status !== "uploading") throw new Problem("expired", { messageKey: "upload_over" });
  return uploadStateOf(file, await deps.protectedFiles.parts(file.key));
}

export interface DiscardDeps {
  products: Pick<Products, "byId" | "removeUpload">;
  presentations: Pick<Presentations, "ofProduct">;
  protectedFiles: Pick<ProtectedFiles, "uploadsOf">;
  files: Pick<FileStore, "abortMultipart" | "remove">;
  media: Pick<Media, "removeByKeys">;
}

type CancelDeps = DiscardDeps & { protectedFiles: Pick<ProtectedFiles, "byKey"> };

/**
 * Cancels an upload with the release that it is for: a draft without fields goes with it, others stay as they are.
 * Throws `conflict` once it is complete.
 */
export async function cancelUpload(
  { uid, key }: { uid: string; key: string },
  deps: CancelDeps,
): Promise<void> {
  const file = await ownUpload({ uid, key }, deps);
  if (!(await discardUpload(file, deps))) throw new Problem("conflict");
}

/**
 * Removes the uploads of the release that an unfinished upload is for, with their records and parts, and a draft
 * without fields with its images. False where the upload is complete or removed already.
 */
export async function discardUpload(file: ProtectedFile, deps: DiscardDeps): Promise<boolean> {
  const [product, uploads, presentation] = await Promise.all([
    deps.products.byId(file.productId),
    deps.protectedFiles.uploadsOf(file.productId),
    deps.presentations.ofProduct(file.productId),
  ]);
  const removed = await deps.products.removeUpload(file);
  if (removed === null) return false;
  await discardStored(uploads, deps);
  if (product && removed === "draft") await removeImages(mediaKeysOf(product, presentation), deps);
  return true;
}

/** Removes what is stored of uploads that have no records any more. */
export async function discardStored(
  uploads: readonly Pick<ProtectedFile, "storagePath" | "uploadId">[],
  { files }: { files: Pick<FileStore, "abortMultipart" | "remove"> },
): Promise<void> {
  for (const { storagePath, uploadId } of uploads)
    if (uploadId) await files.abortMultipart(storagePath, uploadId);
  await files.remove(uploads.map(({ storagePath }) => storagePath));
}
