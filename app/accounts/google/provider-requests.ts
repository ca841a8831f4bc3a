import { z } from "zod";
import { Problem } from "../../lib/problem";
import { PROVIDER_TIMEOUT_MS, type Provider, unreachable } from "./provider";
import type { IdClaims } from "./verify-id-token";

const tokens = z.object({ access_token: z.string().min(1), id_token: z.string().min(1) });

/**
 * Exchanges a code for tokens (RFC 6749, section 4.1.3; the client secret is in the body). Throws
 * `expired` where the provider rejects the code, else `unavailable`.
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
  if (isInvalidGrant(response.status, answer))
    throw new Problem("expired", { messageKey: "google:expired" });
  const read = tokens.safeParse(answer);
  if (!response.ok || !read.success) throw unreachable("token", `status ${response.status}`);
  return { accessToken: read.data.access_token, idToken: read.data.id_token };
}

/** Section 5.2: the code was used before, has expired, or belongs to another flow. */
function isInvalidGrant(status: number, answer: unknown): boolean {
  const { error } = (answer ?? {}) as { error?: unknown };
  return status === 400 && error === "invalid_grant";
}

const userInfo = z.object({
  sub: z.string(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
});

/**
 * The claims, with the address from the user info endpoint where the ID token has no address:
 * Google has them in the token, the standard leaves it to the provider (Core 1.0, section 5.4).
 * Throws `unavailable`, and `invalid_input` for the claims of another subject (section 5.3.2).
 */
export async function readUserInfo(
  claims: IdClaims,
  { accessToken, provider }: { accessToken: string; provider: Provider },
): Promise<IdClaims> {
  if (claims.email !== undefined || !provider.userinfo_endpoint) return claims;
  const answer = await fetch(provider.userinfo_endpoint, {
    headers: { Authorization: `Bearer ${accessToken}`, Accept: "application/json" },
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  })
    .then((response) => response.json())
    .catch((error: unknown) => {
      throw unreachable("user_info", error);
    });
  const read = userInfo.safeParse(answer);
  if (!read.success) throw unreachable("user_info", read.error);
  if (read.data.sub !== claims.sub)
    throw new Problem("invalid_input", { messageKey: "google:refused" });
  return { ...claims, ...read.data };
}
