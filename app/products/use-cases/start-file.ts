import type { PlanId } from "../../accounts/rules/plan";
import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { FileStore } from "../ports";
import { cleanFileName, protectedFileKey, protectedStoragePath } from "../rules/file-names";
import { maxFileBytes } from "../rules/plans";
import type { ProtectedFile } from "../rules/product";
import { soldFileProblem } from "../rules/sold-file";
import { PART_BYTES, partCount, partRange, type UploadState } from "../rules/upload";
import { receivePart } from "./receive-part";

export interface FileToSell {
  name: string;
  sizeBytes: number;
  contentType: string;
  /** Epoch ms of its last change as reported by the browser; null if unknown. */
  modifiedAt: number | null;
}

/** Sent only with a download; a malformed type becomes `application/octet-stream`. */
const MEDIA_TYPE = /^[\w.+-]{1,80}\/[\w.+-]{1,80}$/;

/** Throws `invalid_input` for an empty file, and `quota_exceeded` above the plan's file size. */
export function checkFileSize(file: FileToSell, plan: PlanId): void {
  const problem = soldFileProblem(file, maxFileBytes(plan));
  if (!problem) return;
  const code = problem.messageKey === "file_too_large" ? "quota_exceeded" : "invalid_input";
  throw new Problem(code, { ...problem, field: "file" });
}

/** Starts a multipart upload in the file store; returns its record, which is not stored yet. */
export async function startFile(
  { uid, productId, note = "" }: { uid: string; productId: string; note?: string },
  file: FileToSell,
  deps: { clock: Clock; ids: Pick<Ids, "short">; files: Pick<FileStore, "startMultipart"> },
): Promise<ProtectedFile> {
  const uniqueId = deps.ids.short();
  const fileName = cleanFileName(file.name);
  const contentType = MEDIA_TYPE.test(file.contentType)
    ? file.contentType
    : "application/octet-stream";
  const storagePath = protectedStoragePath(uniqueId, fileName);
  return {
    key: protectedFileKey(uniqueId, fileName),
    storagePath,
    ownerUid: uid,
    productId,
    fileName,
    contentType,
    sizeBytes: file.sizeBytes,
    sha256: null,
    status: "uploading",
    uploadId: await deps.files.startMultipart(storagePath, contentType),
    partSizeBytes: PART_BYTES,
    modifiedAt: file.modifiedAt,
    createdAt: deps.clock.now(),
    completedAt: null,
    note,
    replacedAt: null,
    purgeCheckAt: null,
  };
}

/** What `startFile` needs to know of a file that a form without script carries. */
export function describeSmallFile({ name, size, type }: File): FileToSell {
  return { name, sizeBytes: size, contentType: type, modifiedAt: null };
}

/** Stores all parts of a file that is in memory. Throws the errors of `receivePart`. */
export async function receiveSmallFile(
  { uid, upload, file }: { uid: string; upload: UploadState; file: File },
  deps: Parameters<typeof receivePart>[1],
): Promise<void> {
  for (let partNumber = 1; partNumber <= partCount(upload); partNumber += 1) {
    const range = partRange(upload, partNumber);
    if (!range) break;
    const part = file.slice(range.start, range.end);
    const body = part.stream() as ReadableStream<Uint8Array>;
    await receivePart({ uid, key: upload.key, partNumber, sizeBytes: part.size, body }, deps);
  }
}
