/** What preconditions compare a request with. */
export interface Validators {
  /** Strong, with its quotes. */
  etag: string;
  /** Epoch ms. */
  storedAt: number;
}

/** Names of the headers, in the order in which they are evaluated. */
const IF_MATCH = "If-Match";
const IF_UNMODIFIED_SINCE = "If-Unmodified-Since";
const IF_NONE_MATCH = "If-None-Match";
const IF_MODIFIED_SINCE = "If-Modified-Since";

/**
 * Evaluates the preconditions of a GET or HEAD request in the order of RFC 9110, section 13.2.2. A
 * date counts only where the request has no list of ETags of the same kind; a date that can't be read
 * is ignored.
 */
export function evaluatePreconditions(
  headers: Headers,
  { etag, storedAt }: Validators,
): "pass" | "not_modified" | "failed" {
  const modifiedAt = Math.floor(storedAt / 1000) * 1000;
  const match = headers.get(IF_MATCH);
  if (match !== null) {
    if (!includes(match, etag, "strong")) return "failed";
  } else {
    const since = readDate(headers.get(IF_UNMODIFIED_SINCE));
    if (since !== null && modifiedAt > since) return "failed";
  }
  const noneMatch = headers.get(IF_NONE_MATCH);
  if (noneMatch !== null) return includes(noneMatch, etag, "weak") ? "not_modified" : "pass";
  const since = readDate(headers.get(IF_MODIFIED_SINCE));
  return since !== null && modifiedAt <= since ? "not_modified" : "pass";
}

/** True where a request has a precondition, so that its file may not have to be read. */
export function hasPreconditions(headers: Headers): boolean {
  return [IF_MATCH, IF_UNMODIFIED_SINCE, IF_NONE_MATCH, IF_MODIFIED_SINCE].some((name) =>
    headers.has(name),
  );
}

/**
 * The ETags of a request that R2 can compare itself, so that it sends no body which would not be
 * used: strong ones, as header fields. Undefined where there are none. Dates are left to
 * `evaluatePreconditions`, as R2 compares them by the millisecond.
 */
export function etagConditions(headers: Headers): Headers | undefined {
  const conditions = new Headers();
  for (const name of [IF_MATCH, IF_NONE_MATCH]) {
    const tags = headers.get(name)?.match(STRONG_TAG);
    // A weak tag in the list is dropped, so that the list for R2 could be shorter than the request's.
    if (tags && !headers.get(name)?.includes("W/")) conditions.set(name, tags.join(", "));
  }
  return [...conditions].length > 0 ? conditions : undefined;
}

/** A strong ETag (RFC 9110, section 8.8.3). */
const STRONG_TAG = /"[\x21\x23-\x7e]*"/g;

function includes(list: string, etag: string, comparison: "strong" | "weak"): boolean {
  return list.split(",").some((entry) => {
    const tag = entry.trim();
    if (tag === "*") return true;
    return comparison === "weak" ? tag.replace(/^W\//, "") === etag : tag === etag;
  });
}

/** Epoch ms; null where it is absent or no date. */
function readDate(text: string | null): number | null {
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : at;
}
