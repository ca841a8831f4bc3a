import { z } from "zod";
import { Problem } from "../../lib/problem";
import { PROVIDER_TIMEOUT_MS, unreachable } from "./provider";

const tokens = z.object({ access_token: z.string().min(1), id_token: z.string().min(1) });

/**
 * Changes a code for tokens (RFC 6749, section 4.1.3; the client's secret goes in the body).
 * Throws `expired` where the provider does not take the code, else `unavailable`.
 */
export async function exchangeCode(
  endpoint: string,
  form: URLSearchParams,
): Promise<{ accessToken: string; idToken: string }> {
  const response = await fetch(endpoint, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" },
    body: form,
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw unreachable("token", error);
  });
  const answer: unknown = await response.json().catch(() => null);
  if (isGone(response.status, answer)) throw new Problem("expired", { words: "google:expired" });
  const read = tokens.safeParse(answer);
  if (!response.ok || !read.success) throw unreachable("token", `status ${response.status}`);
  return { accessToken: read.data.access_token, idToken: read.data.id_token };
}

/** Section 5.2: the code was used before, is too old, or belongs to another flow. */
function isGone(status: number, answer: unknown): boolean {
  const { error } = (answer ?? {}) as { error?: unknown };
  return status === 400 && error === "invalid_grant";
}
