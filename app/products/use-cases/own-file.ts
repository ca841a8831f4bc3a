import { Problem } from "../../lib/problem";
import type { ProtectedFiles } from "../ports";
import type { ProtectedFile } from "../rules/product";

/** A protected file record of this person; `not_found` also for somebody else's. */
export async function ownFile(
  { uid, key }: { uid: string; key: string },
  deps: { protectedFiles: Pick<ProtectedFiles, "byKey"> },
): Promise<ProtectedFile> {
  const file = await deps.protectedFiles.byKey(key);
  if (file?.ownerUid !== uid) throw new Problem("not_found");
  return file;
}
