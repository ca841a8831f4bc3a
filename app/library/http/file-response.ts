import { Problem } from "../../lib/problem";
import type { OpenedDownload } from "../use-cases/open-download";

export interface ByteRange {
  /** Bytes, both inclusive. */
  start: number;
  end: number;
}

/** True where the visitor's copy is the stored one, so that nothing need be sent. */
export function isUnchanged(request: Request, etag: string): boolean {
  const known = request.headers.get("If-None-Match")?.split(",") ?? [];
  return known.some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
}

/**
 * The single range that is asked for (RFC 9110, section 14): null for the whole file, also where
 * several ranges or another unit are asked for, `unsatisfiable` for one beyond its end.
 */
export function askedRange(
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

/** The file as an attachment: whole, in part, or only what would be said of it. Never buffered. */
export async function fileResponse(request: Request, opened: OpenedDownload): Promise<Response> {
  const { etag, sizeBytes } = opened.object;
  const headers = fileHeaders(opened);
  if (isUnchanged(request, etag)) return new Response(null, { status: 304, headers });
  const range = askedRange(request, opened.object);
  if (range === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${sizeBytes}`);
    for (const name of ["Content-Type", "Content-Disposition"]) headers.delete(name);
    return new Response(null, { status: 416, headers });
  }
  const length = range ? range.end - range.start + 1 : sizeBytes;
  headers.set("Content-Length", String(length));
  if (range) headers.set("Content-Range", `bytes ${range.start}-${range.end}/${sizeBytes}`);
  if (request.method === "HEAD") return new Response(null, { headers });
  const stored = await opened.read(range ?? undefined);
  if (!stored) throw new Problem("unavailable", { words: "file_missing" });
  return new Response(stored.body, { status: range ? 206 : 200, headers });
}

function fileHeaders({ fileName, contentType, object }: OpenedDownload): Headers {
  return new Headers({
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, no-store",
    "Content-Disposition": attachment(fileName),
    // A seller's file is never a page of ours, whatever it says it is.
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Content-Type": contentType,
    ETag: object.etag,
    "Referrer-Policy": "no-referrer",
  });
}

/** RFC 6266: a plain name for old programs, the real one as RFC 8187 says. */
function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  // Through bytes and back: half a surrogate pair can't be percent-encoded.
  const wellFormed = new TextDecoder().decode(new TextEncoder().encode(fileName));
  const real = encodeURIComponent(wellFormed).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${real}`;
}
