import type { RefusalKey } from "../../lib/problem";
import { releaseProblem } from "../rules/sold-file";

/** An error of a field, by the key of its message. */
export interface InputError {
  messageKey: RefusalKey;
  params?: Record<string, string | number>;
  field: string;
}

/** Why chosen files can't be uploaded as a release; null where they can. */
export function filesErrorOf(
  files: readonly { name: string; size: number }[],
  maxFileBytes: number,
): InputError | null {
  if (files.length === 0) return { messageKey: "file_required", field: "file" };
  const described = files.map(({ name, size }) => ({ name, sizeBytes: size }));
  const problem = releaseProblem(described, maxFileBytes);
  return problem && { ...problem, field: "file" };
}
