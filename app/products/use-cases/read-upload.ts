import { Problem } from "../../lib/problem";
import type { ProtectedFiles } from "../ports";
import type { UploadState } from "../rules/upload";
import { ownFile } from "./own-file";

/** How far an upload has come, so that it can go on. `expired` once it is over. */
export async function readUpload(
  input: { uid: string; key: string },
  deps: { protectedFiles: Pick<ProtectedFiles, "byKey" | "parts"> },
): Promise<UploadState> {
  const file = await ownFile(input, deps);
  if (file.status !== "uploading") throw new Problem("expired", { words: "upload_over" });
  const parts = await deps.protectedFiles.parts(file.key);
  const { key, productId, fileName, sizeBytes, partSizeBytes, modifiedAt } = file;
  const received = parts.map((part) => part.partNumber);
  return { key, productId, fileName, sizeBytes, partSizeBytes, modifiedAt, received };
}
