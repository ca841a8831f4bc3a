import type { ProtectedFiles } from "../../../db/products/protected-files";
import { Problem } from "../../lib/problem";
import type { PlanId } from "../../lib/viewer";
import { effectivePlan } from "../rules/plans";
import { MAX_FILES_IN_FLIGHT, MAX_UNFINISHED_UPLOADS } from "../rules/upload";
import type { Seller } from "./check-payout";

interface Deps {
  protectedFiles: Pick<ProtectedFiles, "unfinished">;
}

/** What `insertDraft` holds an account to. */
export function uploadBounds(plan: PlanId): { uploads: number; bytes: number } {
  const bytes = MAX_FILES_IN_FLIGHT * effectivePlan(plan).maxFileBytes;
  return { uploads: MAX_UNFINISHED_UPLOADS, bytes };
}

/** Before anything is stored; the insert checks again. Throws the error of `tooManyUploads`. */
export async function checkRoom(
  { seller, sizeBytes }: { seller: Seller; sizeBytes: number },
  deps: Deps,
): Promise<void> {
  const { uploads, bytes } = uploadBounds(seller.plan);
  const open = await deps.protectedFiles.unfinished(seller.uid, uploads);
  const reserved = open.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (open.length >= uploads || reserved + sizeBytes > bytes) {
    throw await tooManyUploads(seller, deps);
  }
}

/** Why `insertDraft` refused. */
export async function tooManyUploads(
  { uid, plan }: Seller,
  { protectedFiles }: Deps,
): Promise<Problem> {
  const { uploads, bytes } = uploadBounds(plan);
  const open = await protectedFiles.unfinished(uid, uploads);
  if (open.length >= uploads) {
    return new Problem("conflict", { messageKey: "uploads_full", params: { max: uploads } });
  }
  const params = { megabytes: bytes / (1024 * 1024) };
  return new Problem("quota_exceeded", { messageKey: "upload_bytes_full", params });
}
