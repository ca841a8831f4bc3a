/** Asks for a fresh download link. `message` is the server's, null where it can't be reached. */
export async function requestRefresh(
  productId: string,
): Promise<{ ok: true } | { ok: false; message: string | null }> {
  try {
    const response = await fetch(`/api/purchases/${productId}/refresh`, { method: "POST" });
    if (response.ok) return { ok: true };
    const { error } = (await response.json()) as { error?: { message?: string } };
    return { ok: false, message: error?.message ?? null };
  } catch {
    return { ok: false, message: null };
  }
}
