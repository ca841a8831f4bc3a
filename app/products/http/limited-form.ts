import type { AppLoadContext } from "@remix-run/cloudflare";
import { readBoundedForm } from "../../http/read-body";
import { type MessageKey, Problem } from "../../lib/problem";
import { limitUploads } from "./limit-uploads";

/** A form without script carries the file, which is buffered; an isolate has 128 MB for all. */
const SMALL_FILE_LIMIT = {
  maxFileBytes: 8 * 1024 * 1024,
  messageKey: "file_needs_script",
} as const;

/** A form of text alone: files come in parts. */
export const NO_FILE_LIMIT = { maxFileBytes: 0, messageKey: "invalid_input" } as const;

/** For the text fields and the multipart boundaries. */
const MAX_TEXT_BYTES = 256 * 1024;

/**
 * A form whose files are small enough to buffer. Throws `invalid_input` with `words` where the files
 * can exceed `maxFileBytes`: before reading by `Content-Length`, or once too many bytes arrive.
 */
export async function readLimitedForm(
  request: Request,
  { maxFileBytes, messageKey }: { maxFileBytes: number; messageKey: MessageKey },
): Promise<FormData> {
  const params = { megabytes: Math.floor(maxFileBytes / (1024 * 1024)) };
  const tooLarge = new Problem("invalid_input", { messageKey, params });
  const maxBytes = maxFileBytes + MAX_TEXT_BYTES;
  const length = contentLength(request);
  if (length === null || length > maxBytes) {
    await request.body?.cancel();
    throw tooLarge;
  }
  return readBoundedForm(request, maxBytes, tooLarge);
}

/** A form with the file itself. Throws what `limitUploads` and `readLimitedForm` throw. */
export async function readSmallFileForm(
  args: { request: Request; context: AppLoadContext },
  viewer: { uid: string },
): Promise<FormData> {
  await limitUploads(args, viewer);
  return readLimitedForm(args.request, SMALL_FILE_LIMIT);
}

/** `Content-Length` in bytes, which the platform enforces; null without one. */
export function contentLength(request: Request): number | null {
  const header = request.headers.get("Content-Length") ?? "";
  return /^\d{1,15}$/.test(header) ? Number(header) : null;
}
