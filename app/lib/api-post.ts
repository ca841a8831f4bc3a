// @chunk none
export type ApiResult<T> =
  | { ok: true; value: T }
  | {
      ok: false;
      code: string;
      /** What the server says further; absent where it says nothing. */
      reason?: string;
      /** In the user's language; null where the server could not be reached. */
      message: string | null;
      /** The server's `Retry-After`; null without one. */
      retryAfterSeconds: number | null;
    };

/**
 * Posts JSON to a resource of this app. An empty response gives `undefined`. With `keepalive` the
 * request is completed even if the user leaves the page; its body is limited to 64 KiB.
 */
export async function apiPost<T>(
  path: string,
  body?: unknown,
  { keepalive = false, headers = {} }: { keepalive?: boolean; headers?: HeadersInit } = {},
): Promise<ApiResult<T>> {
  try {
    const jsonInit = {
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    };
    const init = body === undefined ? { headers } : jsonInit;
    const response = await fetch(path, { method: "POST", keepalive, ...init });
    const text = await response.text();
    const parsed = text === "" ? undefined : JSON.parse(text);
    if (response.ok) return { ok: true, value: parsed as T };
    const { error } = parsed as { error: { code: string; message: string; reason?: string } };
    const { code, message, reason } = error;
    const retryAfterSeconds = Number(response.headers.get("Retry-After")) || null;
    return { ok: false, code, ...(reason && { reason }), message, retryAfterSeconds };
  } catch {
    return { ok: false, code: "unreachable", message: null, retryAfterSeconds: null };
  }
}
