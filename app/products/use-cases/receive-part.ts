import { Problem } from "../../lib/problem";
import type { FileStore, ProtectedFiles } from "../ports";
import { partRange } from "../rules/upload";
import { ownFile } from "./own-file";

export interface IncomingPart {
  uid: string;
  key: string;
  /** From 1. */
  partNumber: number;
  /** Bytes that the sender announced; null where it did not. */
  sizeBytes: number | null;
  body: ReadableStream<Uint8Array> | null;
}

/**
 * Streams one part into the store. Sent again, it replaces itself. Throws `invalid_input` for a
 * part that the file does not have or whose length is not exactly its own, `expired` once the
 * upload is over.
 */
export async function receivePart(
  { uid, key, partNumber, sizeBytes, body }: IncomingPart,
  deps: {
    protectedFiles: Pick<ProtectedFiles, "byKey" | "addPart">;
    files: Pick<FileStore, "putPart">;
  },
): Promise<void> {
  const file = await ownFile({ uid, key }, deps);
  if (file.status !== "uploading" || !file.uploadId)
    throw new Problem("expired", { words: "upload_over" });
  const range = partRange(file, partNumber);
  if (!range) throw new Problem("invalid_input", { words: "upload_no_such_part" });
  const expected = range.end - range.start;
  if (!body || sizeBytes !== expected)
    throw new Problem("invalid_input", { words: "upload_part_size" });
  const part = await deps.files.putPart(
    file.storagePath,
    file.uploadId,
    partNumber,
    body,
    expected,
  );
  await deps.protectedFiles.addPart(key, part);
}
