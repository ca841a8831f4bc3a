import type { ProtectedFiles } from "../../../db/products/protected-files";
import { Problem } from "../../lib/problem";
import type { FileStore } from "../ports";
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

/**
 * Streams one part into the file store; a repeated part replaces the first. Throws `invalid_input`
 * for a number outside the file or a wrong length, `expired` once the upload is complete or replaced.
 */
export async function receivePart(
  { uid, key, partNumber, sizeBytes, body }: IncomingPart,
  deps: {
    protectedFiles: Pick<ProtectedFiles, "byKey" | "addPart">;
    files: Pick<FileStore, "putPart">;
  },
): Promise<void> {
  const file = await ownUpload({ uid, key }, deps);
  if (file.status !== "uploading" || !file.uploadId)
    throw new Problem("expired", { messageKey: "upload_over" });
  const range = partRange(file, partNumber);
  if (!range) throw new Problem("invalid_input", { messageKey: "upload_no_such_part" });
  const expected = range.end - range.start;
  if (!body || sizeBytes !== expected)
    throw new Problem("invalid_input", { messageKey: "upload_part_size" });
  const part = await deps.files.putPart(
    file.storagePath,
    file.uploadId,
    partNumber,
    body,
    expected,
  );
  await deps.protectedFiles.addPart(key, part);
}
