import type { ProtectedFiles } from "../../../db/products/protected-files";
import type { PlanId } from "../../accounts/rules/plan";
import { Problem } from "../../lib/problem";
import type { StorageSettings } from "../ports";
import { maxFileBytes } from "../rules/plans";
import { MAX_FILES_IN_FLIGHT, MAX_UNFINISHED_UPLOADS } from "../rules/upload";
import type { Seller } from "./check-payout";
import { storageFull } from "./images";

interface Deps {
  settings: StorageSettings;
  protectedFiles: Pick<ProtectedFiles, "unfinished" | "storedBytes">;
}

/** What `insertDraft` and `insertReplacement` hold an account to. */
export function uploadBounds(plan: PlanId, { maxStoredBytes }: Deps["settings"]) {
  const bytes = MAX_FILES_IN_FLIGHT * maxFileBytes(plan);
  return { uploads: MAX_UNFINISHED_UPLOADS, bytes, maxStoredBytes };
}

/**
 * Why an account can't start an upload of this size: `conflict` for too many unfinished ones,
 * `quota_exceeded` for too many bytes under way or stored; null where it can. The insert decides.
 */
export async function findUploadProblem(
  { seller, sizeBytes }: { seller: Pick<Seller, "uid" | "plan">; sizeBytes: number },
  { protectedFiles, settings }: Deps,
): Promise<Problem | null> {
  const { uploads, bytes, maxStoredBytes } = uploadBounds(seller.plan, settings);
  const [open, stored] = await Promise.all([
    protectedFiles.unfinished(seller.uid, uploads),
    protectedFiles.storedBytes(seller.uid, maxStoredBytes),
  ]);
  if (open.length >= uploads)
    return new Problem("conflict", { messageKey: "uploads_full", params: { max: uploads } });
  const reserved = open.reduce((sum, file) => sum + file.sizeBytes, 0);
  if (reserved + sizeBytes > bytes) {
    const params = { megabytes: bytes / (1024 * 1024) };
    return new Problem("quota_exceeded", { messageKey: "upload_bytes_full", params });
  }
  return stored + sizeBytes > maxStoredBytes ? storageFull(maxStoredBytes) : null;
}
