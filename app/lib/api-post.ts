export type ApiResult<T> =
  | { ok: true; value: T }
  /** `message` is in the person's language, or null where the server could not be reached. */
  | { ok: false; code: string; message: string | null };

/**
 * Posts JSON to one of our own resources. An empty answer gives `undefined`. With `keepalive` the
 * request is completed even if the page is left meanwhile; its body is limited to 64 KiB.
 */
export async function apiPost<T>(
  path: string,
  body?: unknown,
  { keepalive = false } = {},
): Promise<ApiResult<T>> {
  try {
    const json = { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    const sent = body === undefined ? {} : json;
    const response = await fetch(path, { method: "POST", keepalive, ...sent });
    const text = await response.text();
    const answer = text === "" ? undefined : JSON.parse(text);
    if (response.ok) return { ok: true, value: answer as T };
    const { code, message } = (answer as { error: { code: string; message: string } }).error;
    return { ok: false, code, message };
  } catch {
    return { ok: false, code: "unreachable", message: null };
  }
}
