import { assertNever } from "../../lib/assert-never";
import type { FileRange, ReadOptions, ReadResult, StoredObject } from "../ports";
import { etagConditions, evaluatePreconditions, hasPreconditions } from "../rules/preconditions";
import { requestedRange, resolveRange } from "./requested-range";

/** An object of the file store that was not read yet. Each call of `head` and `read` is one R2 operation. */
export interface ObjectSource {
  /** Null where only the store knows it. */
  sizeBytes: number | null;
  head(): Promise<StoredObject>;
  read(options: ReadOptions): Promise<ReadResult>;
  /** Called before bytes are sent, with their number. */
  start?(sizeBytes: number): Promise<void>;
  /** What a response says besides its range, its length and its validators. */
  headers(object: StoredObject): HeadersInit;
}

/**
 * An object as a response, streamed: whole, a range, or headers only, after the preconditions of RFC
 * 9110. Costs one R2 operation; two where `If-Range` names another version, or where the size is not
 * known and the object has no byte of the range.
 */
export async function objectResponse(request: Request, source: ObjectSource): Promise<Response> {
  const answer = request.method === "HEAD" ? answerHead : answerGet;
  return answer(request.headers, source);
}

async function answerHead(headers: Headers, source: ObjectSource): Promise<Response> {
  const object = await source.head();
  const refused = refusal(headers, source, object);
  if (refused) return refused;
  const sent = objectHeaders(source, object);
  sent.set("Content-Length", String(object.sizeBytes));
  return new Response(null, { headers: sent });
}

async function answerGet(headers: Headers, source: ObjectSource): Promise<Response> {
  const asked = requestedRange(headers);
  const isInside = asked === null || mayHave(asked.range, source);
  if (!isInside) {
    const object = await source.head();
    if (isCurrent(asked, object)) return notSatisfiable(headers, source, object);
  }
  if (asked && isInside) {
    const onlyIf = conditionsOf(headers, asked.ifEtag);
    const result = await source.read({ range: asked.range, onlyIf });
    if (isCurrent(asked, result.object)) return answerRead(headers, source, result, asked.range);
    await discard(result);
  }
  const result = await source.read({ onlyIf: etagConditions(headers) });
  return answerRead(headers, source, result);
}

/** False where no object of this size has a byte of the range. */
function mayHave(range: FileRange, { sizeBytes }: ObjectSource): boolean {
  return resolveRange(range, sizeBytes ?? Number.MAX_SAFE_INTEGER) !== null;
}

/** False where the object has changed since the client stored a part of it, so that it needs the whole. */
function isCurrent({ ifEtag }: { ifEtag: string | null }, { etag }: StoredObject): boolean {
  return ifEtag === null || ifEtag === etag;
}

async function answerRead(
  headers: Headers,
  source: ObjectSource,
  result: ReadResult,
  range?: FileRange,
): Promise<Response> {
  const { object } = result;
  const bytes = range && resolveRange(range, object.sizeBytes);
  const refused = refusal(headers, source, object);
  if (refused || result.kind !== "body" || bytes === null) {
    await discard(result);
    if (refused) return refused;
    return bytes === null
      ? notSatisfiable(headers, source, object)
      : preconditionFailed(source, object);
  }
  try {
    await source.start?.(bytes ? bytes.end - bytes.start + 1 : object.sizeBytes);
  } catch (error) {
    await discard(result);
    throw error;
  }
  return sendBody(result.body, object, bytes, source);
}

/** What R2 is to compare: `If-Range` alone where the request has it. */
function conditionsOf(headers: Headers, ifEtag: string | null): Headers | undefined {
  return ifEtag === null ? etagConditions(headers) : new Headers({ "If-Match": ifEtag });
}

function sendBody(
  body: ReadableStream<Uint8Array>,
  object: StoredObject,
  bytes: { start: number; end: number } | undefined,
  source: ObjectSource,
): Response {
  const { sizeBytes } = object;
  const headers = objectHeaders(source, object);
  if (!bytes) {
    headers.set("Content-Length", String(sizeBytes));
    return new Response(body, { headers });
  }
  headers.set("Content-Length", String(bytes.end - bytes.start + 1));
  headers.set("Content-Range", `bytes ${bytes.start}-${bytes.end}/${sizeBytes}`);
  return new Response(body, { status: 206, headers });
}

/** 304 or 412 where a precondition asks for it, else null. */
function refusal(headers: Headers, source: ObjectSource, object: StoredObject): Response | null {
  if (!hasPreconditions(headers)) return null;
  const outcome = evaluatePreconditions(headers, object);
  switch (outcome) {
    case "not_modified":
      return new Response(null, { status: 304, headers: objectHeaders(source, object) });
    case "failed":
      return preconditionFailed(source, object);
    case "pass":
      return null;
    default:
      return assertNever(outcome);
  }
}

function preconditionFailed(source: ObjectSource, object: StoredObject): Response {
  return new Response(null, { status: 412, headers: headersOfFailure(source, object) });
}

/** 416 with the size, unless a precondition is answered first. */
function notSatisfiable(headers: Headers, source: ObjectSource, object: StoredObject): Response {
  const refused = refusal(headers, source, object);
  if (refused) return refused;
  const sent = headersOfFailure(source, object);
  sent.set("Content-Range", `bytes */${object.sizeBytes}`);
  return new Response(null, { status: 416, headers: sent });
}

async function discard(result: ReadResult): Promise<void> {
  if (result.kind === "body") await result.body.cancel();
}

function headersOfFailure(source: ObjectSource, object: StoredObject): Headers {
  const headers = objectHeaders(source, object);
  for (const name of ["Content-Type", "Content-Disposition"]) headers.delete(name);
  // A failure belongs to one request, also where the object is immutable.
  headers.set("Cache-Control", "private, no-store");
  return headers;
}

function objectHeaders(source: ObjectSource, object: StoredObject): Headers {
  const headers = new Headers(source.headers(object));
  headers.set("Accept-Ranges", "bytes");
  headers.set("ETag", object.etag);
  headers.set("Last-Modified", new Date(object.storedAt).toUTCString());
  return headers;
}
