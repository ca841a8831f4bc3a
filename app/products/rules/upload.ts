import type { FilePart, ProtectedFile } from "./product";

/**
 * Size of every part but the last. R2 requires at least 5 MiB. A lost connection costs one part, and
 * a file of 1 GiB has 128.
 */
export const PART_BYTES = 8 * 1024 * 1024;

/** Products of one account with unfinished uploads. */
export const MAX_UNFINISHED_UPLOADS = 10;

/** Bytes that the unfinished uploads of one account announce together, in files of the largest size. */
export const MAX_FILES_IN_FLIGHT = 5;

/** R2 keeps the parts of an unfinished upload for as long. */
export const UPLOAD_LIFETIME_MS = 7 * 24 * 3_600_000;

/** A draft of which no part has arrived is kept for as long. */
export const EMPTY_DRAFT_LIFETIME_MS = 6 * 3_600_000;

/** When an unfinished upload is removed (epoch ms). */
export function keptUntil(upload: { createdAt: number; receivedBytes: number }): number {
  const isEmpty = upload.receivedBytes === 0;
  return upload.createdAt + (isEmpty ? EMPTY_DRAFT_LIFETIME_MS : UPLOAD_LIFETIME_MS);
}

/** The progress of an upload, as its page gets it. */
export interface UploadState {
  key: string;
  productId: string;
  fileName: string;
  sizeBytes: number;
  partSizeBytes: number;
  /** Epoch ms of the last change to the seller's copy; null where it is not known. */
  modifiedAt: number | null;
  /** Numbers of the parts received. */
  received: number[];
}

export function uploadStateOf(file: ProtectedFile, parts: readonly FilePart[] = []): UploadState {
  const { key, productId, fileName, sizeBytes, partSizeBytes, modifiedAt } = file;
  const received = parts.map(({ partNumber }) => partNumber);
  return { key, productId, fileName, sizeBytes, partSizeBytes, modifiedAt, received };
}

interface Sizes {
  sizeBytes: number;
  partSizeBytes: number;
}

export function partCount({ sizeBytes, partSizeBytes }: Sizes): number {
  return Math.ceil(sizeBytes / partSizeBytes);
}

/** Bytes `[start, end)` of a part, counted from 1; null where the file has no such part. */
export function partRange(file: Sizes, partNumber: number): { start: number; end: number } | null {
  if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > partCount(file)) return null;
  const start = (partNumber - 1) * file.partSizeBytes;
  return { start, end: Math.min(start + file.partSizeBytes, file.sizeBytes) };
}

/** Bytes of the parts that were received. */
export function receivedBytes(upload: UploadState): number {
  return upload.received.reduce((sum, number) => {
    const range = partRange(upload, number);
    return range ? sum + range.end - range.start : sum;
  }, 0);
}

/** True when every part is stored with its exact size. */
export function isComplete(file: Sizes, parts: readonly FilePart[]): boolean {
  const sizes = new Map(parts.map((part) => [part.partNumber, part.sizeBytes]));
  return Array.from({ length: partCount(file) }, (_, at) => at + 1).every((number) => {
    const range = partRange(file, number);
    return range !== null && sizes.get(number) === range.end - range.start;
  });
}

/** Compares size and time of change: parts of another file would corrupt the upload. */
export function isSameFile(
  upload: Pick<UploadState, "sizeBytes" | "modifiedAt">,
  file: { size: number; lastModified: number },
): boolean {
  if (file.size !== upload.sizeBytes) return false;
  return upload.modifiedAt === null || upload.modifiedAt === file.lastModified;
}
