import type { ProtectedFiles } from "../../../db/products/protected-files";
import type { Log } from "../../lib/log";
import type { Clock } from "../../lib/ports";
import { type FileVersion, type FileVersions, MAX_KEPT_VERSIONS } from "../rules/file-versions";
import type { Product, ProtectedFile } from "../rules/product";
import { uploadStateOf } from "../rules/upload";

/** The file of a seller's product, its kept versions, and the replacement under way. */
export async function readFileVersions(
  { id, fileKey }: Pick<Product, "id" | "fileKey">,
  {
    protectedFiles,
  }: { protectedFiles: Pick<ProtectedFiles, "byKey" | "versionsOf" | "uploadOf" | "parts"> },
): Promise<FileVersions> {
  const [current, kept, upload] = await Promise.all([
    fileKey ? protectedFiles.byKey(fileKey) : null,
    protectedFiles.versionsOf(id, MAX_KEPT_VERSIONS),
    protectedFiles.uploadOf(id),
  ]);
  const parts = upload ? await protectedFiles.parts(upload.key) : [];
  return {
    current: current && versionOf(current),
    kept: kept.map(versionOf),
    unfinished: upload && uploadStateOf(upload, parts),
  };
}

function versionOf(file: ProtectedFile): FileVersion {
  const { key, fileName: name, sizeBytes, sha256, note } = file;
  return { key, name, sizeBytes, sha256, note, publishedAt: file.completedAt ?? file.createdAt };
}

/** Versions that one run of the cron reads, and of those how many it removes. */
const MAX_CHECKED_PER_RUN = 100;
const MAX_REMOVED_PER_RUN = 20;
/** A version that a purchase holds is checked again after this. */
const RECHECK_INTERVAL_MS = 24 * 3_600_000;

/**
 * Removes the records of replaced versions that no purchase holds, once links to them have expired. Their
 * objects stay for `UNNAMED_KEPT_MS`: a database that is restored from a copy may name them again.
 */
export async function purgeReplacedVersions({
  clock,
  log,
  protectedFiles,
}: {
  clock: Clock;
  log: Log;
  protectedFiles: Pick<ProtectedFiles, "versionsToCheck" | "postponeCheck" | "removeVersion">;
}): Promise<void> {
  const now = clock.now();
  const due = await protectedFiles.versionsToCheck(now, MAX_CHECKED_PER_RUN);
  const held = due.filter(({ isHeld }) => isHeld).map(({ key }) => key);
  await protectedFiles.postponeCheck(held, now + RECHECK_INTERVAL_MS);
  const unheld = due.filter(({ isHeld }) => !isHeld).slice(0, MAX_REMOVED_PER_RUN);
  for (const { key } of unheld) {
    try {
      await protectedFiles.removeVersion(key, now);
    } catch (error) {
      // One failure must not keep the others.
      log("clean_up_failed", { step: "version", error });
    }
  }
}
