import type { RefusalKey } from "../../lib/problem";
import { soldFileProblem } from "../rules/sold-file";

/** An error of a field, by the key of its message. */
export interface InputError {
  messageKey: RefusalKey;
  params?: Record<string, string | number>;
  field: string;
}

/** Why a chosen file can't be uploaded; null where it can. */
export function fileErrorOf(file: File | null, maxFileBytes: number): InputError | null {
  if (!file) return { messageKey: "file_required", field: "file" };
  const problem = soldFileProblem({ name: file.name, sizeBytes: file.size }, maxFileBytes);
  return problem && { ...problem, field: "file" };
}
