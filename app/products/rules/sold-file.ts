import type { RefusalKey } from "../../lib/problem";
import { cleanFileName } from "./file-names";

/** Why a chosen file is refused: a text with its values, among them the name of the file. */
export interface FileProblem {
  messageKey: RefusalKey;
  params: Record<string, string | number>;
}

/** Why a file can't be sold under a plan; null where it can. */
export function soldFileProblem(
  file: { name: string; sizeBytes: number },
  maxFileBytes: number,
): FileProblem | null {
  const name = cleanFileName(file.name);
  if (file.sizeBytes <= 0) return { messageKey: "file_empty", params: { name } };
  if (file.sizeBytes <= maxFileBytes) return null;
  const params = { name, megabytes: maxFileBytes / (1024 * 1024) };
  return { messageKey: "file_too_large", params };
}
