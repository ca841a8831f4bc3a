import type { Products } from "../../../db/products/products";
import type { ProtectedFiles } from "../../../db/products/protected-files";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { FileStore } from "../ports";
import type { FilePart, ProtectedFile } from "../rules/product";
import { publishingAt } from "../rules/release";
import { isComplete } from "../rules/upload";
import { ownUpload } from "./ownership";
import { type DiscardDeps, discardUpload } from "./uploads";

type Deps = { clock: Clock } & DiscardDeps & {
    products: Pick<Products, "recordVerified" | "publishRelease">;
    protectedFiles: Pick<
      ProtectedFiles,
      "byKey" | "parts" | "claimVerification" | "releaseVerification"
    >;
    files: Pick<FileStore, "completeMultipart" | "head" | "sha256">;
  };

/**
 * For as long one call verifies an upload, which takes seconds for the largest file. After a crash another
 * call has to wait for the end of it; browsers repeat the request for longer.
 */
const VERIFICATION_MS = 60_000;
const VERIFICATION_RETRY_SECONDS = 2;

/**
 * Joins the parts, verifies the size and computes SHA-256 over the stored bytes; with the last file of its release
 * the release goes on sale, and a draft with it, unless it `isHeldBack`. Idempotent: it can be repeated after a
 * lost response or a crash at any step. Throws `conflict` while parts are missing, `slow_down` while another call
 * verifies them, `expired` once the upload was cancelled or its product removed.
 */
export async function completeUpload(
  { uid, key, isHeldBack = false }: { uid: string; key: string; isHeldBack?: boolean },
  deps: Deps,
): Promise<{ productId: string }> {
  const file = await ownUpload({ uid, key }, deps);
  const { productId } = file;
  if (file.status !== "uploading") return { productId };
  const owner = { id: productId, ownerUid: uid };
  if (file.sha256 !== null) {
    if (!isHeldBack) await deps.products.publishRelease(owner, publishingAt(deps.clock.now()));
    return { productId };
  }
  const parts = await deps.protectedFiles.parts(key);
  if (!isComplete(file, parts)) throw new Problem("conflict", { messageKey: "upload_incomplete" });
  const now = deps.clock.now();
  const until = now + VERIFICATION_MS;
  if (!(await deps.protectedFiles.claimVerification(key, now, until))) {
    await checkVerified(file, deps);
    return { productId };
  }
  try {
    const verified = { key, ...(await verify(file, parts, deps)) };
    const publishing = isHeldBack ? null : publishingAt(deps.clock.now());
    const isRecorded = await deps.products.recordVerified(owner, verified, publishing);
    if (!isRecorded) await checkCompletedBefore(file, deps);
  } finally {
    await deps.protectedFiles.releaseVerification(key, until);
  }
  return { productId };
}

/** Throws `slow_down` where another call verifies the upload, unless it has ended since. */
async function checkVerified(file: ProtectedFile, deps: Deps): Promise<void> {
  const record = await deps.protectedFiles.byKey(file.key);
  if (!record) throw new Problem("expired", { messageKey: "upload_over" });
  if (record.status !== "uploading" || record.sha256 !== null) return;
  const retryAfterSeconds = VERIFICATION_RETRY_SECONDS;
  throw new Problem("slow_down", { messageKey: "upload_verifying", retryAfterSeconds });
}

async function verify(file: ProtectedFile, parts: FilePart[], deps: Deps) {
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

/**
 * Another call may have completed the upload. Otherwise it was cancelled in another window, or the
 * product was removed with its account: what was stored is removed.
 */
async function checkCompletedBefore(file: ProtectedFile, deps: Deps): Promise<void> {
  const record = await deps.protectedFiles.byKey(file.key);
  if (record && (record.status !== "uploading" || record.sha256 !== null)) return;
  if (record) await discardUpload(record, deps);
  else await deps.files.remove([file.storagePath]);
  throw new Problem("expired", { messageKey: record ? "upload_product_gone" : "upload_over" });
}
