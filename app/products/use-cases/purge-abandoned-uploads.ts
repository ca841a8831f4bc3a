import type { Clock } from "../../lib/ports";
import type { ProtectedFiles } from "../ports";
import { cancelUpload } from "./cancel-upload";

/** R2 keeps the parts of an unfinished upload for as long. */
const KEPT_MS = 7 * 24 * 3_600_000;
/** A round stays short; the next one goes on. */
const A_ROUND = 20;

/** Gives up uploads that nobody went on with for a week, and their drafts with them. */
export async function purgeAbandonedUploads(
  deps: { clock: Clock } & {
    protectedFiles: Pick<ProtectedFiles, "begunBefore">;
  } & Parameters<typeof cancelUpload>[1],
): Promise<void> {
  const abandoned = await deps.protectedFiles.begunBefore(deps.clock.now() - KEPT_MS, A_ROUND);
  for (const { key, ownerUid } of abandoned) {
    // One that resists must not stand in the way of the others.
    await cancelUpload({ uid: ownerUid, key }, deps).catch((error: unknown) =>
      console.error(error),
    );
  }
}
