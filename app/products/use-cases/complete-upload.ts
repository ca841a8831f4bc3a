import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { FileStore, Products, ProtectedFiles } from "../ports";
import type { FilePart, ProtectedFile } from "../rules/product";
import { isWhole } from "../rules/upload";
import { ownFile } from "./own-file";

type Deps = { clock: Clock } & {
  products: Pick<Products, "byId" | "publish">;
  protectedFiles: Pick<ProtectedFiles, "byKey" | "parts">;
  files: Pick<FileStore, "completeMultipart" | "head" | "sha256" | "remove">;
};

/**
 * Joins the parts, checks size and SHA-256 over the stored bytes, and publishes the draft. Called
 * again, after a lost answer or a crash at any step, it goes on from there. Throws `conflict` while
 * parts are missing, `expired` once the draft was given up.
 */
export async function completeUpload(
  { uid, key }: { uid: string; key: string },
  deps: Deps,
): Promise<{ productId: string }> {
  const file = await ownFile({ uid, key }, deps);
  const { productId, fileName } = file;
  if (file.status === "uploading") {
    const whole = { key, fileName, ...(await verify(file, deps)) };
    const owner = { id: productId, ownerUid: uid };
    const published = await deps.products.publish(owner, whole, deps.clock.now());
    if (!published) await checkPublishedBefore(file, deps);
  }
  return { productId };
}

async function verify(file: ProtectedFile, deps: Deps) {
  const parts = await deps.protectedFiles.parts(file.key);
  if (!isWhole(file, parts)) throw new Problem("conflict", { words: "upload_incomplete" });
  const sizeBytes = await join(file, parts, deps);
  const sha256 = await deps.files.sha256(file.storagePath);
  if (sizeBytes !== file.sizeBytes || !sha256)
    throw new Problem("conflict", { words: "upload_corrupt" });
  return { sizeBytes, sha256 };
}

/** Bytes of the joined object; one that an earlier call joined counts as well. */
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

/** The draft may be gone: given up in another window while its last byte came. */
async function checkPublishedBefore(file: ProtectedFile, deps: Deps): Promise<void> {
  const product = await deps.products.byId(file.productId);
  if (product && product.status !== "draft") return;
  if (!product) await deps.files.remove([file.storagePath]);
  throw new Problem("expired", { words: "upload_over" });
}
