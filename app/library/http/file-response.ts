import { objectResponse } from "../../products/http/object-response";
import type { OpenedFile } from "../use-cases/open-download";

/**
 * The file as an attachment, streamed: whole, a range, or headers only. Only a response with bytes of
 * the file starts the download.
 */
export async function fileResponse(
  request: Request,
  { file, start }: { file: OpenedFile; start(sizeBytes: number): Promise<void> },
): Promise<Response> {
  return objectResponse(request, { ...file, start, headers: () => attachmentHeaders(file) });
}

/** Headers of a download, whatever is in it. */
export function attachmentHeaders({
  fileName,
  contentType,
}: Pick<OpenedFile, "fileName" | "contentType">): Record<string, string> {
  return {
    "Cache-Control": "private, no-store",
    "Content-Disposition": attachment(fileName),
    // A seller's file must not run as a page of this origin, whatever its type.
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Content-Type": contentType,
    "Referrer-Policy": "no-referrer",
  };
}

/** RFC 6266: an ASCII name for old clients, and the full name encoded by RFC 8187. */
function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  // Encoded and decoded, which replaces lone surrogates: encodeURIComponent throws on them.
  const wellFormed = new TextDecoder().decode(new TextEncoder().encode(fileName));
  const encoded = encodeURIComponent(wellFormed).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
