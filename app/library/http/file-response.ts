import type { FileRange, ReadResult, StoredObject } from "../../products/ports";
import { etagConditions, evaluatePreconditions, hasPreconditions } from "../rules/preconditions";
import type { OpenedDownload } from "../use-cases/open-download";
import { bytesOf, requestedRange } from "./requested-range";

/**
 * The file as an attachment, streamed: whole, a range, or headers only. Costs one R2 operation; two
 * where `If-Range` names another version. Only a response with bytes of the file starts the download.
 */
export async function fileResponse(request: Request, download: OpenedDownload): Promise<Response> {
  const answer = request.method === "HEAD" ? answerHead : answerGet;
  return answer(request.headers, download);
}

async function answerHead(headers: Headers, download: OpenedDownload): Promise<Response> {
  const object = await download.head();
  const refused = refusal(headers, download, object);
  if (refused) return refused;
  const sent = fileHeaders(download, object);
  sent.set("Content-Length", String(object.sizeBytes));
  return new Response(null, { headers: sent });
}

async function answerGet(headers: Headers, download: OpenedDownload): Promise<Response> {
  const asked = requestedRange(headers);
  const isInside = asked === null || bytesOf(asked.range, download.sizeBytes) !== null;
  if (!isInside) {
    const object = await download.head();
    if (isCurrent(asked, object)) return notSatisfiable(headers, download, object);
  }
  if (asked && isInside) {
    const onlyIf = conditionsOf(headers, asked.ifEtag);
    const result = await download.read({ range: asked.range, onlyIf });
    if (isCurrent(asked, result.object)) return answerRead(headers, download, result, asked.range);
    await discard(result);
  }
  const result = await download.read({ onlyIf: etagConditions(headers) });
  return answerRead(headers, download, result);
}

/** False where the file has changed since the client stored a part of it, so that it needs the whole. */
function isCurrent({ ifEtag }: { ifEtag: string | null }, { etag }: StoredObject): boolean {
  return ifEtag === null || ifEtag === etag;
}

async function answerRead(
  headers: Headers,
  download: OpenedDownload,
  result: ReadResult,
  range?: FileRange,
): Promise<Response> {
  const { object } = result;
  const bytes = range && bytesOf(range, object.sizeBytes);
  const refused = refusal(headers, download, object);
  if (refused || result.kind !== "body" || bytes === null) {
    await discard(result);
    if (refused) return refused;
    return bytes === null
      ? notSatisfiable(headers, download, object)
      : preconditionFailed(download, object);
  }
  try {
    await download.start();
  } catch (error) {
    await discard(result);
    throw error;
  }
  return sendBody(result.body, object, bytes, download);
}

/** What R2 is to compare: `If-Range` alone where the request has it. */
function conditionsOf(headers: Headers, ifEtag: string | null): Headers | undefined {
  return ifEtag === null ? etagConditions(headers) : new Headers({ "If-Match": ifEtag });
}

function sendBody(
  body: ReadableStream<Uint8Array>,
  object: StoredObject,
  bytes: { start: number; end: number } | undefined,
  download: OpenedDownload,
): Response {
  const { sizeBytes } = object;
  const headers = fileHeaders(download, object);
  if (!bytes) {
    headers.set("Content-Length", String(sizeBytes));
    return new Response(body, { headers });
  }
  headers.set("Content-Length", String(bytes.end - bytes.start + 1));
  headers.set("Content-Range", `bytes ${bytes.start}-${bytes.end}/${sizeBytes}`);
  return new Response(body, { status: 206, headers });
}

/** 304 or 412 where a precondition asks for it, else null. */
function refusal(
  headers: Headers,
  download: OpenedDownload,
  object: StoredObject,
): Response | null {
  if (!hasPreconditions(headers)) return null;
  switch (evaluatePreconditions(headers, object)) {
    case "not_modified":
      return new Response(null, { status: 304, headers: fileHeaders(download, object) });
    case "failed":
      return preconditionFailed(download, object);
    default:
      return null;
  }
}

function preconditionFailed(download: OpenedDownload, object: StoredObject): Response {
  return new Response(null, { status: 412, headers: headersWithoutBody(download, object) });
}

/** 416 with the size, unless a precondition is answered first. */
function notSatisfiable(
  headers: Headers,
  download: OpenedDownload,
  object: StoredObject,
): Response {
  const refused = refusal(headers, download, object);
  if (refused) return refused;
  const sent = headersWithoutBody(download, object);
  sent.set("Content-Range", `bytes */${object.sizeBytes}`);
  return new Response(null, { status: 416, headers: sent });
}

async function discard(result: ReadResult): Promise<void> {
  if (result.kind === "body") await result.body.cancel();
}

function headersWithoutBody(download: OpenedDownload, object: StoredObject): Headers {
  const headers = fileHeaders(download, object);
  for (const name of ["Content-Type", "Content-Disposition"]) headers.delete(name);
  return headers;
}

function fileHeaders({ fileName, contentType }: OpenedDownload, object: StoredObject): Headers {
  return new Headers({
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, no-store",
    "Content-Disposition": attachment(fileName),
    // A seller's file must not run as a page of this origin, whatever its type.
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Content-Type": contentType,
    ETag: object.etag,
    "Last-Modified": new Date(object.storedAt).toUTCString(),
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
