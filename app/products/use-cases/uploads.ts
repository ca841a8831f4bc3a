import type { Media } from "../../../db/products/media";
import type { Products } from "../../../db/products/products";
import type { ProtectedFiles } from "../../../db/products/protected-files";
import type { Log } from "../../lib/log";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { FileStore } from "../ports";
import type { ProtectedFile } from "../rules/product";
import {
  EMPTY_DRAFT_LIFETIME_MS,
  UPLOAD_LIFETIME_MS,
  type UploadState,
  uploadStateOf,
} from "../rules/upload";
import { removeImages } from "./images";
import { ownUpload } from "./ownership";

/** Keeps a run short; the next run continues. */
const MAX_PURGED_PER_RUN = 20;

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
  protectedFiles: Pick<ProtectedFiles, "uploadsOf">;
  files: Pick<FileStore, "abortMultipart" | "remove">;
  media: Pick<Media, "removeByKeys">;
}

type CancelDeps = DiscardDeps & { protectedFiles: Pick<ProtectedFiles, "byKey"> };

/**
 * Cancels an upload with the release that it is for: a draft goes with it, a published product stays as it is.
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
 * Removes the uploads of the release that an unfinished upload is for, with their records and parts, and its draft
 * with images. False where the upload is complete or removed already.
 */
export async function discardUpload(file: ProtectedFile, deps: DiscardDeps): Promise<boolean> {
  const [product, uploads] = await Promise.all([
    deps.products.byId(file.productId),
    deps.protectedFiles.uploadsOf(file.productId),
  ]);
  const removed = await deps.products.removeUpload(file);
  if (removed === null) return false;
  await discardStored(uploads, deps);
  if (product && removed === "draft")
    await removeImages([product.coverKey, product.imageKey, product.shareKey], deps);
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

/**
 * Cancels uploads that began more than a week ago, or hours ago without a part since, with
 * their drafts.
 */
export async function purgeAbandonedUploads(
  deps: CancelDeps & {
    clock: Clock;
    log: Log;
    protectedFiles: Pick<ProtectedFiles, "begunBefore" | "emptyBefore">;
  },
): Promise<void> {
  const now = deps.clock.now();
  const { begunBefore, emptyBefore } = deps.protectedFiles;
  await cancelAll(await begunBefore(now - UPLOAD_LIFETIME_MS, MAX_PURGED_PER_RUN), deps);
  await cancelAll(await emptyBefore(now - EMPTY_DRAFT_LIFETIME_MS, MAX_PURGED_PER_RUN), deps);
}

async function cancelAll(
  uploads: readonly Pick<ProtectedFile, "key" | "ownerUid" | "productId">[],
  deps: CancelDeps & { log: Log },
): Promise<void> {
  // One of a product gives up all of its release.
  const byProduct = new Map(uploads.map((upload) => [upload.productId, upload]));
  for (const { key, ownerUid } of byProduct.values()) {
    // One failure must not keep the others.
    await cancelUpload({ uid: ownerUid, key }, deps).catch((error: unknown) =>
      deps.log("clean_up_failed", { step: "upload", error }),
    );
  }
}
