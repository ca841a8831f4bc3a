import type { FilePart } from "./product";

/**
 * Size of every part but the last, in bytes. R2 asks for at least 5 MiB; a part is what a lost
 * connection costs, and a gigabyte still has few of them.
 */
export const PART_BYTES = 8 * 1024 * 1024;

/** How an upload stands, as the page that sends it sees it. */
export interface UploadState {
  key: string;
  productId: string;
  fileName: string;
  sizeBytes: number;
  partSizeBytes: number;
  /** Epoch ms of the last change to the seller's copy; null where it is not known. */
  modifiedAt: number | null;
  /** Numbers of the parts that have come. */
  received: number[];
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

/** True when every part is there with its exact size. */
export function isWhole(file: Sizes, parts: readonly FilePart[]): boolean {
  const sizes = new Map(parts.map((part) => [part.partNumber, part.sizeBytes]));
  return Array.from({ length: partCount(file) }, (_, at) => at + 1).every((number) => {
    const range = partRange(file, number);
    return range !== null && sizes.get(number) === range.end - range.start;
  });
}
