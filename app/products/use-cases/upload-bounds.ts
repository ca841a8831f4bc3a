import type { ProtectedFiles } from "../../../db/products/protected-files";
import { Problem } from "../../lib/problem";
import type { PlanId } from "../../lib/viewer";
import { effectivePlan } from "../rules/plans";
import { MAX_FILES_IN_FLIGHT, MAX_UNFINISHED_UPLOADS } from "../rules/upload";
import type { Seller } from "./check-payout";

interface Deps {
  protectedFiles: Pick<ProtectedFiles, "unfinished">;
}

/** What `insertDraft` and `insertReplacement` hold an account to. */
export function uploadBounds(plan: PlanId): { uploads: number; bytes: number } {
  const bytes = MAX_FILES_IN_FLIGHT * effectivePlan(plan).maxFileBytes;
  return { uploads: MAX_UNFINISHED_UPLOADS, bytes };
}

/**
 * Why an account can't start an upload of this size: `conflict` for too many unfinished ones,
 * `quota_exceeded` for too many bytes; null where it can. The insert decides.
 */
export async function findUploadProblem(
  { seller, sizeBytes }: { seller: Pick<Seller, "uid" | "plan">; sizeBytes: number },
  { protectedFiles }: Deps,
): Promise<Problem | null> {
  const { uploads, bytes } = uploadBounds(seller.plan);
  const open = await protectedFiles.unfinished(seller.uid, uploads);
  if (open.length >= uploads)
    return new Problem("conflict", { messageKey: "uploads_full", params: { max: uploads } });
  const reserved = open.reduce((sum, file) => sum + file.sizeBytes, 0);
  if (reserved + sizeBytes <= bytes) return null;
  const params = { megabytes: bytes / (1024 * 1024) };
  return new Problem("quota_exceeded", { messageKey: "upload_bytes_full", params });
}
