import type { FileRange } from "../ports";

/**
 * The range that a GET asks for (RFC 9110, section 14.2); null for the whole file, also for several
 * ranges, another unit, or a range that is malformed. With `If-Range` the range counts only if the
 * file still has that strong ETag, which the caller compares; a date there asks for the whole file.
 */
export function requestedRange(
  headers: Headers,
): { range: FileRange; ifEtag: string | null } | null {
  const header = headers.get("Range");
  const condition = headers.get("If-Range")?.trim() ?? null;
  if (header === null || (condition !== null && !/^"[^"]*"$/.test(condition))) return null;
  const range = parseRange(header.trim());
  return range && { range, ifEtag: condition };
}

/** Up to 15 digits, which a number holds exactly. */
const SINGLE_RANGE = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})$/i;

function parseRange(header: string): FileRange | null {
  const [, first, last] = SINGLE_RANGE.exec(header) ?? [];
  if (first === undefined || last === undefined || first + last === "") return null;
  if (first === "") return { suffix: Number(last) };
  const offset = Number(first);
  if (last === "") return { offset };
  return Number(last) < offset ? null : { offset, length: Number(last) - offset + 1 };
}

/** First and last byte of a range of a file; null where it has none of its bytes. */
export function resolveRange(
  range: FileRange,
  sizeBytes: number,
): { start: number; end: number } | null {
  const start = "suffix" in range ? Math.max(sizeBytes - range.suffix, 0) : range.offset;
  const length = "suffix" in range ? range.suffix : (range.length ?? sizeBytes);
  if (length === 0 || start >= sizeBytes) return null;
  return { start, end: Math.min(start + length, sizeBytes) - 1 };
}
