import { Problem } from "../../lib/problem";
import { isNotModified } from "../../products/http/if-none-match";
import type { OpenedDownload } from "../use-cases/open-download";

interface ByteRange {
  /** Bytes, both inclusive. */
  start: number;
  end: number;
}

/**
 * The requested range (RFC 9110, section 14): null for the whole file, also for several ranges or an
 * unknown unit, `unsatisfiable` for a range beyond the end.
 */
function requestedRange(
  request: Request,
  { etag, sizeBytes }: { etag: string; sizeBytes: number },
): ByteRange | "unsatisfiable" | null {
  const header = request.headers.get("Range");
  const condition = request.headers.get("If-Range");
  if (!header || request.method === "HEAD" || (condition && condition !== etag)) return null;
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? [];
  if (first === undefined || last === undefined || first + last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), sizeBytes);
    return length > 0 ? { start: sizeBytes - length, end: sizeBytes - 1 } : "unsatisfiable";
  }
  const start = Number(first);
  const end = last === "" ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== "" && Number(last) < start) return null;
  return start < sizeBytes ? { start, end } : "unsatisfiable";
}

/** The file as an attachment, streamed: whole, a range, or headers only. */
export async function fileResponse(request: Request, download: OpenedDownload): Promise<Response> {
  const { etag, sizeBytes } = download.object;
  const headers = fileHeaders(download);
  if (isNotModified(request, etag)) return new Response(null, { status: 304, headers });
  const range = requestedRange(request, download.object);
  if (range === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${sizeBytes}`);
    for (const name of ["Content-Type", "Content-Disposition"]) headers.delete(name);
    return new Response(null, { status: 416, headers });
  }
  const length = range ? range.end - range.start + 1 : sizeBytes;
  headers.set("Content-Length", String(length));
  if (range) headers.set("Content-Range", `bytes ${range.start}-${range.end}/${sizeBytes}`);
  if (request.method === "HEAD") return new Response(null, { headers });
  const stored = await download.read(range ?? undefined);
  if (!stored) throw new Problem("unavailable", { messageKey: "file_missing" });
  return new Response(stored.body, { status: range ? 206 : 200, headers });
}

function fileHeaders({ fileName, contentType, object }: OpenedDownload): Headers {
  return new Headers({
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, no-store",
    "Content-Disposition": attachment(fileName),
    // A seller's file must not run as a page of this origin, whatever its type.
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Content-Type": contentType,
    ETag: object.etag,
    "Referrer-Policy": "no-referrer",
  });
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
