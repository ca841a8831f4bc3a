import type { ProtectedFiles } from "../../../db/products/protected-files";
import { Problem } from "../../lib/problem";
import type { FileStore } from "../ports";
import type { ProtectedFile } from "../rules/product";
import { partRange } from "../rules/upload";
import { ownUpload } from "./ownership";

export interface IncomingPart {
  uid: string;
  key: string;
  /** From 1. */
  partNumber: number;
  /** Declared length; null without one. */
  sizeBytes: number | null;
  body: ReadableStream<Uint8Array> | null;
}

interface Deps {
  protectedFiles: Pick<ProtectedFiles, "byKey" | "addPart" | "beginParts">;
  files: Pick<FileStore, "putPart" | "startMultipart" | "abortMultipart">;
}

/**
 * Streams one part into the file store; a repeated part replaces the first. Throws `invalid_input`
 * for a number outside the file or a wrong length, `expired` once the upload is complete or replaced.
 */
export async function receivePart(
  { uid, key, partNumber, sizeBytes, body }: IncomingPart,
  deps: Deps,
): Promise<void> {
  const file = await ownUpload({ uid, key }, deps);
  if (file.status !== "uploading" || file.sha256 !== null)
    throw new Problem("expired", { messageKey: "upload_over" });
  const range = partRange(file, partNumber);
  if (!range) throw new Problem("invalid_input", { messageKey: "upload_no_such_part" });
  const expected = range.end - range.start;
  if (!body || sizeBytes !== expected)
    throw new Problem("invalid_input", { messageKey: "upload_part_size" });
  const uploadId = file.uploadId ?? (await beginParts(file, deps));
  const part = await deps.files.putPart(file.storagePath, uploadId, partNumber, body, expected);
  await deps.protectedFiles.addPart(key, part);
}

/** The id of the multipart upload, which begins with the first part that arrives. */
async function beginParts(
  { key, storagePath, contentType }: ProtectedFile,
  { protectedFiles, files }: Deps,
): Promise<string> {
  const uploadId = await files.startMultipart(storagePath, contentType);
  if (await protectedFiles.beginParts(key, uploadId)) return uploadId;
  await files.abortMultipart(storagePath, uploadId);
  const begun = (await protectedFiles.byKey(key))?.uploadId;
  if (!begun) throw new Problem("expired", { messageKey: "upload_over" });
  return begun;
}
