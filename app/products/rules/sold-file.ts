import type { RefusalKey } from "../../lib/problem";
import { cleanFileName } from "./file-names";
import { type DescribedFile, findReleaseProblem } from "./release-files";

/** Why a chosen file is refused: a text with its values, among them the name of the file. */
export interface FileProblem {
  messageKey: RefusalKey;
  params: Record<string, string | number>;
}

/** Why files can't be a release under a plan; null where they can. */
export function releaseProblem(
  files: readonly DescribedFile[],
  maxFileBytes: number,
): FileProblem | null {
  for (const file of files) {
    const problem = soldFileProblem(file, maxFileBytes);
    if (problem) return problem;
  }
  const found = findReleaseProblem(files, maxFileBytes);
  if (!found) return null;
  const name = files[found.index ?? 0]?.name ?? "";
  const max = found.limit ?? 0;
  const megabytes = Math.floor(max / (1024 * 1024));
  const problems = {
    empty: { messageKey: "file_required", params: {} },
    too_many: { messageKey: "release_too_many", params: { max } },
    too_big: { messageKey: "release_too_large", params: { megabytes } },
    name: { messageKey: "file_name_refused", params: { name } },
    same_name: { messageKey: "file_name_taken", params: { name } },
  } as const satisfies Record<typeof found.kind, FileProblem>;
  return problems[found.kind];
}

/** Why a file can't be sold under a plan; null where it can. */
export function soldFileProblem(file: DescribedFile, maxFileBytes: number): FileProblem | null {
  const name = cleanFileName(file.name);
  if (file.sizeBytes <= 0) return { messageKey: "file_empty", params: { name } };
  if (file.sizeBytes <= maxFileBytes) return null;
  const params = { name, megabytes: maxFileBytes / (1024 * 1024) };
  return { messageKey: "file_too_large", params };
}
