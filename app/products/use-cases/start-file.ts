import type { Clock, Ids } from "../../lib/ports";
import { cleanFileName, protectedFileKey, protectedStoragePath } from "../rules/file-names";
import type { ProtectedFile } from "../rules/product";
import { PART_BYTES } from "../rules/upload";

export interface FileToSell {
  name: string;
  sizeBytes: number;
  contentType: string;
  /** Epoch ms of its last change as reported by the browser; null if unknown. */
  modifiedAt: number | null;
}

/** Sent only with a download; a malformed type becomes `application/octet-stream`. */
const MEDIA_TYPE = /^[\w.+-]{1,80}\/[\w.+-]{1,80}$/;

/** The record of an upload. Its multipart upload begins with the first part. */
export function newUpload(
  { uid, productId }: { uid: string; productId: string },
  file: FileToSell,
  { clock, ids }: { clock: Clock; ids: Pick<Ids, "short"> },
): ProtectedFile {
  const uniqueId = ids.short();
  const fileName = cleanFileName(file.name);
  return {
    key: protectedFileKey(uniqueId, fileName),
    storagePath: protectedStoragePath(uniqueId, fileName),
    ownerUid: uid,
    productId,
    fileName,
    contentType: MEDIA_TYPE.test(file.contentType) ? file.contentType : "application/octet-stream",
    sizeBytes: file.sizeBytes,
    sha256: null,
    status: "uploading",
    uploadId: null,
    partSizeBytes: PART_BYTES,
    modifiedAt: file.modifiedAt,
    createdAt: clock.now(),
    completedAt: null,
  };
}

/** What `newUpload` needs to know of a file that a form without script carries. */
export function describeSmallFile({ name, size, type }: File): FileToSell {
  return { name, sizeBytes: size, contentType: type, modifiedAt: null };
}
