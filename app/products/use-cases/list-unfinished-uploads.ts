import type { ProtectedFiles } from "../ports";
import type { UploadState } from "../rules/upload";

/** More than these are not offered; older ones stay out of sight. */
const SHOWN = 3;

/** Uploads that this person began and neither finished nor gave up, newest first. */
export async function listUnfinishedUploads(
  { uid }: { uid: string },
  { protectedFiles }: { protectedFiles: Pick<ProtectedFiles, "unfinished" | "parts"> },
): Promise<UploadState[]> {
  const files = await protectedFiles.unfinished(uid, SHOWN);
  return Promise.all(
    files.map(async ({ key, productId, fileName, sizeBytes, partSizeBytes, modifiedAt }) => {
      const received = (await protectedFiles.parts(key)).map((part) => part.partNumber);
      return { key, productId, fileName, sizeBytes, partSizeBytes, modifiedAt, received };
    }),
  );
}
