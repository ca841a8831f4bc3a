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
  protectedFiles: Pick<ProtectedFiles, "underWay" | "uploadsOf" | "storedBytes">;
}

/** What `insertDraft` and `prepareRelease` hold an account to. */
export function uploadBounds(plan: PlanId, { maxStoredBytes }: Deps["settings"]) {
  const bytes = MAX_FILES_IN_FLIGHT * maxFileBytes(plan);
  return { products: MAX_UNFINISHED_UPLOADS, bytes, maxStoredBytes };
}

interface Announced {
  seller: Pick<Seller, "uid" | "plan">;
  productId: string;
  /** Of all files of the product that are not on sale yet. */
  newBytes: number;
}

/**
 * Why an account can't start uploads of these bytes for a product: `conflict` for unfinished ones of too many
 * products, `quota_exceeded` for too many bytes under way or stored; null where it can. The insert decides.
 */
export async function findUploadProblem(
  { seller, productId, newBytes }: Announced,
  { protectedFiles, settings }: Deps,
): Promise<Problem | null> {
  const { products, bytes, maxStoredBytes } = uploadBounds(seller.plan, settings);
  const [others, own, stored] = await Promise.all([
    protectedFiles.underWay(seller.uid, productId),
    protectedFiles.uploadsOf(productId),
    protectedFiles.storedBytes(seller.uid, maxStoredBytes),
  ]);
  if (others.products >= products)
    return new Problem("conflict", { messageKey: "uploads_full", params: { max: products } });
  if (others.bytes + newBytes > bytes) {
    const params = { megabytes: bytes / (1024 * 1024) };
    return new Problem("quota_exceeded", { messageKey: "upload_bytes_full", params });
  }
  const ownBytes = own.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return stored - ownBytes + newBytes > maxStoredBytes ? storageFull(maxStoredBytes) : null;
}
