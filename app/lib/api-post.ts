export type ApiResult<T> =
  | { ok: true; value: T }
  /** `message` is in the person's language, or null where the server could not be reached. */
  | { ok: false; code: string; message: string | null };

/** Posts JSON to one of our own resources. */
export async function apiPost<T>(path: string, body: unknown): Promise<ApiResult<T>> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (response.status === 204) return { ok: true, value: undefined as T };
    const answer = await response.json();
    if (response.ok) return { ok: true, value: answer as T };
    const { code, message } = (answer as { error: { code: string; message: string } }).error;
    return { ok: false, code, message };
  } catch {
    return { ok: false, code: "unreachable", message: null };
  }
}
