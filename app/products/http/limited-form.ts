import { readBoundedForm } from "../../http/read-body";
import { type MessageKey, Problem } from "../../lib/problem";

/** Room for the text fields and the multipart borders, in bytes. */
const TEXT_BYTES = 256 * 1024;

/**
 * A form whose files are small enough to be held in memory. Throws `invalid_input` with `words`
 * where the files could be more than `maxFileBytes`: before any of it is read where the announced
 * length says so, else as soon as more arrives.
 */
export async function readLimitedForm(
  request: Request,
  { maxFileBytes, words }: { maxFileBytes: number; words: MessageKey },
): Promise<FormData> {
  const params = { megabytes: Math.floor(maxFileBytes / (1024 * 1024)) };
  const tooLarge = new Problem("invalid_input", { words, params });
  const maxBytes = maxFileBytes + TEXT_BYTES;
  const length = contentLength(request);
  if (length === null || length > maxBytes) {
    await request.body?.cancel();
    throw tooLarge;
  }
  return readBoundedForm(request, maxBytes, tooLarge);
}

/** Bytes of the body as announced, which the platform then enforces; null where it is not. */
export function contentLength(request: Request): number | null {
  const header = request.headers.get("Content-Length") ?? "";
  return /^\d{1,15}$/.test(header) ? Number(header) : null;
}
