import type { RefusalKey } from "../../lib/problem";

/** An error of a field, by the key of its message. */
export interface InputError {
  messageKey: RefusalKey;
  params?: Record<string, number>;
  field: string;
}

/** The file that is chosen in a form; null without one. */
export function chosenFile(form: FormData): File | null {
  const chosen = form.get("file");
  return chosen instanceof File && chosen.name !== "" ? chosen : null;
}

/** Why a chosen file can't be uploaded; null where it can. */
export function fileErrorOf(file: File | null, maxFileBytes: number): InputError | null {
  if (!file) return { messageKey: "file_required", field: "file" };
  if (file.size === 0) return { messageKey: "file_empty", field: "file" };
  if (file.size <= maxFileBytes) return null;
  const params = { megabytes: maxFileBytes / (1024 * 1024) };
  return { messageKey: "file_too_large", params, field: "file" };
}
