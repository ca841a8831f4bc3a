import { partCount, partRange, type UploadState } from "../rules/upload";
import { completeUpload } from "./complete-upload";
import { receivePart } from "./receive-part";

type Deps = Parameters<typeof receivePart>[1] & Parameters<typeof completeUpload>[1];

/**
 * Stores files that are in memory, one for each upload of a release, which goes on sale with the last one.
 * Throws the errors of `receivePart` and `completeUpload`.
 */
export async function receiveSmallFiles(
  { uid, uploads, files }: { uid: string; uploads: readonly UploadState[]; files: readonly File[] },
  deps: Deps,
): Promise<{ productId: string }> {
  const [{ productId } = { productId: "" }] = uploads;
  for (const [at, upload] of uploads.entries()) {
    const file = files[at];
    if (file) await receiveSmallFile({ uid, upload, file }, deps);
    await completeUpload({ uid, key: upload.key }, deps);
  }
  return { productId };
}

async function receiveSmallFile(
  { uid, upload, file }: { uid: string; upload: UploadState; file: File },
  deps: Deps,
): Promise<void> {
  for (let partNumber = 1; partNumber <= partCount(upload); partNumber += 1) {
    const range = partRange(upload, partNumber);
    if (!range) break;
    const part = file.slice(range.start, range.end);
    const body = part.stream() as ReadableStream<Uint8Array>;
    await receivePart({ uid, key: upload.key, partNumber, sizeBytes: part.size, body }, deps);
  }
}
