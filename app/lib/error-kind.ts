/** The kinds of error pages; the key of their texts in `common.error`. */
export type ErrorKind = "missing" | "busy" | "unavailable" | "offline" | "failed";

/** The kind of page for an error status of the server. */
export function errorKindOf(status: number): Exclude<ErrorKind, "offline"> {
  if (status === 404) return "missing";
  if (status === 429) return "busy";
  return status === 503 ? "unavailable" : "failed";
}
