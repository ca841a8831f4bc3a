import type { Products } from "../../../db/products/products";
import type { ProtectedFiles } from "../../../db/products/protected-files";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { FileStore } from "../ports";
import type { FilePart, ProtectedFile } from "../rules/product";
import { isComplete } from "../rules/upload";
import { ownUpload } from "./ownership";

type Deps = { clock: Clock } & {
  products: Pick<Products, "byId" | "publish">;
  protectedFiles: Pick<ProtectedFiles, "byKey" | "parts">;
  files: Pick<FileStore, "completeMultipart" | "head" | "sha256" | "remove">;
};

/**
 * Joins the parts, verifies the size, computes SHA-256 over the stored bytes and publishes the draft.
 * Idempotent: it can be repeated after a lost response or a crash at any step. Throws `conflict`
 * while parts are missing, `expired` once the draft was removed.
 */
export async function completeUpload(
  { uid, key }: { uid: string; key: string },
  deps: Deps,
): Promise<{ productId: string }> {
  const file = await ownUpload({ uid, key }, deps);
  const { productId, fileName } = file;
  if (file.status === "uploading") {
    const stored = { key, fileName, ...(await verify(file, deps)) };
    const owner = { id: productId, ownerUid: uid };
    const published = await deps.products.publish(owner, stored, deps.clock.now());
    if (!published) await checkPublishedBefore(file, deps);
  }
  return { productId };
}

async function verify(file: ProtectedFile, deps: Deps) {
  const parts = await deps.protectedFiles.parts(file.key);
  if (!isComplete(file, parts)) throw new Problem("conflict", { messageKey: "upload_incomplete" });
  const sizeBytes = await join(file, parts, deps);
  const sha256 = await deps.files.sha256(file.storagePath);
  if (sizeBytes !== file.sizeBytes || !sha256)
    throw new Problem("conflict", { messageKey: "upload_corrupt" });
  return { sizeBytes, sha256 };
}

/** Size in bytes of the joined object, which an earlier call may have joined already. */
async function join(file: ProtectedFile, parts: FilePart[], deps: Deps): Promise<number | null> {
  try {
    const { storagePath, uploadId } = file;
    return (await deps.files.completeMultipart(storagePath, uploadId ?? "", parts)).sizeBytes;
  } catch (error) {
    const object = await deps.files.head(file.storagePath);
    if (!object) throw error;
    return object.sizeBytes;
  }
}

/** The draft may have been removed meanwhile, by a cancellation in another window. */
async function checkPublishedBefore(file: ProtectedFile, deps: Deps): Promise<void> {
  const product = await deps.products.byId(file.productId);
  if (product && product.status !== "draft") return;
  if (!product) await deps.files.remove([file.storagePath]);
  throw new Problem("expired", { messageKey: "upload_over" });
}
